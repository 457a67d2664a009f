"use strict";

let run = null;

const FIGURES = {
    SECONDS: units.seconds,
    SECONDS_EACH: units.seconds,
    BYTES: units.bytes,
    BYTES_EACH: units.bytes,
};
const FINDINGS = { EQUAL: "equal", CHEAPER: "cheaper", DEARER: "dearer", NOT_DECIDED: "not decided" };

function duration(millis) {
    const seconds = Math.max(0, Math.round(millis / 1000));
    return seconds < 60 ? seconds + " s" : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

function show(state) {
    const before = run;
    run = state;
    if (!state.plan) {
        say("title", "Waiting for a run in " + state.folder);
        return;
    }
    say("title", state.plan.title);
    say("command", state.plan.command);
    if (!before || !before.plan || before.plan.seed !== state.plan.seed) {
        at("choices").replaceChildren(...state.plan.choices.map(choice => make("li", {}, choice)));
    }
    if (before && state.trials.length > before.trials.length) {
        say("news", `Trial ${state.trials.length} of ${state.plan.cases.length} has ended`);
    }
    showTrials(state);
    showRatios(state);
    tick();
}

function tick() {
    if (!run || !run.plan) {
        return;
    }
    const all = run.plan.cases.length, ended = run.trials.length;
    const lasts = run.runningSince ? Date.now() - run.runningSince : 0;
    const part = run.meanMillis ? Math.min(0.95, lasts / run.meanMillis) : 0;
    at("progress").value = (ended + part) / all;
    const next = run.plan.cases.find(planned => !run.trials.some(trial => trial.position === planned.position));
    const left = run.meanMillis ? `, about ${duration(Math.max(0, run.meanMillis * (all - ended) - lasts))} left` : "";
    say("left", ended === all ? `all ${all} trials have ended` : `${ended} of ${all} trials${left}`);
    const stopped = lasts > 3 * (run.meanMillis || 300e3) + 60e3 ? ". Such a trial should have ended: perhaps the run was interrupted" : "";
    say("now", next && run.runningSince ? `Now: ${next.contender}, ${loadOf(next)}, for ${duration(lasts)}${stopped}` : "");
}

const loadOf = planned => planned.setting ? `${planned.scenario}, ${planned.setting}` : planned.scenario;

function showTrials(state) {
    const ended = new Map(state.trials.map(trial => [trial.position, trial]));
    let runs = false;
    at("trials").tBodies[0].replaceChildren(...state.plan.cases.map(planned => {
        const trial = ended.get(planned.position);
        const isNow = !trial && !runs && state.runningSince > 0;
        runs ||= !trial;
        const words = !trial ? isNow ? "running" : "" : trial.faults.length ? "does not count: " + trial.faults.join("; ") : "counts";
        const figures = trial ? trial.figures.map(one => `${one.title} ${(FIGURES[one.unit] || units.number)(one.value)}`).join(", ") : "";
        return make("tr", { className: isNow ? "now" : trial ? "" : "later" },
            make("td", { className: "number" }, String(planned.position)),
            make("td", { className: "number" }, String(planned.block)),
            make("td", {}, loadOf(planned)),
            make("td", {}, planned.contender),
            make("td", { className: trial && trial.faults.length ? "bad" : "" }, words),
            make("td", {}, figures),
            make("td", { className: "number" }, trial ? duration(trial.millis) : ""));
    }));
}

// Ratios: each row has a scale of its own loads, with the earlier intervals above the present one.

const SVG = "http://www.w3.org/2000/svg";

function svg(name, properties, ...content) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(properties)) {
        element.setAttribute(key, value);
    }
    element.append(...content);
    return element;
}

function showRatios(state) {
    if (!state.ratios.length) {
        say("ratios-note", "They come when a server and its baseline have run in the same block.");
        at("ratios").replaceChildren();
        return;
    }
    say("ratios-note", "A dot is the ratio of the costs so far. From four blocks on, a line is its 95 % interval. The faint lines are the intervals after fewer blocks, and the band is ±5 %, which counts as equal.");
    const ends = state.ratios.flatMap(row => row.intervals.flatMap(one => [one.low ?? one.value, one.high ?? one.value]));
    const reach = Math.min(Math.log(8), Math.max(Math.log(1.25), ...ends.map(end => Math.abs(Math.log(end)))) * 1.05);
    at("ratios").replaceChildren(make("table", { className: "ratios" },
        make("thead", {}, make("tr", {}, ...["Cost", "Server / baseline", "Ratio", "95 % interval", "Finding", ""].map(title => make("th", { scope: "col" }, title)))),
        make("tbody", {}, ...state.ratios.map(row => ratioRow(state, row, reach)))));
}

function ratioRow(state, row, reach) {
    const latest = row.intervals.at(-1);
    const several = new Set(state.ratios.map(one => one.load)).size > 1;
    const low = latest.low === null ? "" : `${latest.low.toFixed(3)} to ${latest.high.toFixed(3)}`;
    return make("tr", {},
        make("td", {}, row.metric + (several ? ", " + row.load : "")),
        make("td", {}, `${row.contender} / ${row.baseline}`),
        make("td", { className: "number" }, latest.value.toFixed(3)),
        make("td", { className: "number" }, low || `after ${latest.blocks} of 4 blocks`),
        make("td", { className: row.finding === "DEARER" ? "bad" : row.finding === "NOT_DECIDED" ? "soft" : "good" }, FINDINGS[row.finding]),
        make("td", { className: "forest" }, forest(state, row, reach)));
}

function forest(state, row, reach) {
    const shown = row.intervals.filter(one => one.low !== null).slice(-8);
    const height = 14 + 4 * shown.length;
    const x = ratio => 150 + 140 * Math.max(-1, Math.min(1, Math.log(ratio) / reach));
    const picture = svg("svg", { viewBox: `0 0 300 ${height}`, "aria-hidden": "true" },
        svg("rect", { x: x(state.low), width: x(state.high) - x(state.low), y: 0, height, class: "band" }),
        svg("line", { x1: 150, x2: 150, y1: 0, y2: height, class: "one" }));
    shown.slice(0, -1).forEach((one, i) => picture.append(svg("line", { x1: x(one.low), x2: x(one.high), y1: 4 + 4 * i, y2: 4 + 4 * i, class: "earlier" })));
    const latest = row.intervals.at(-1), y = height - 8;
    if (latest.low !== null) {
        picture.append(svg("line", { x1: x(latest.low), x2: x(latest.high), y1: y, y2: y, class: "latest" }));
    }
    picture.append(svg("circle", { cx: x(latest.value), cy: y, r: 4, class: "latest" }));
    return picture;
}

follow({ run: show });
setInterval(tick, 1000);
