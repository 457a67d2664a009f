"use strict";

const MOST = 720;
const SPAN_SECONDS = 180;
const dark = matchMedia("(prefers-color-scheme: dark)");

/**
 * Each chart: a figure of the samples, its title, its unit, the limit that belongs to it, and whether it is shown only in
 * the demonstration (its clients know the figure), or only without it.
 */
const CHARTS = [
    { key: "clientRate", title: "Bytes a second per client", unit: "rate", limit: "default", demo: true },
    { key: "downloadRate", title: "Bytes a second per download", unit: "rate", demo: false },
    { key: "bytes", title: "Bytes a second, all clients", unit: "rate", limit: "global" },
    { key: "share", title: "Clients that get an answer", unit: "cores", top: 1, demo: true },
    { key: "delay", title: "Delivery delay of an event", unit: "seconds", least: 0.01, demo: true },
    { key: "waiting", title: "Downloads that wait for a grant", unit: "number", least: 4 },
    { key: "subscribers", title: "Subscribers", unit: "number", least: 4 },
    { key: "cpu", title: "CPU, 100 % is one core", unit: "cores", least: 0.1 },
    { key: "threads", title: "Threads of the process", unit: "number", least: 40 },
    { key: "heap", title: "Heap after the last collection", unit: "bytes", least: 1 << 20 },
    { key: "rss", title: "Resident memory (RSS)", unit: "bytes", least: 1 << 20 },
    { key: "left", title: "Clients that left", unit: "perSecond", least: 4, demo: true },
    { key: "calls", title: "SOAP calls with a result", unit: "perSecond", least: 4 },
];
const LOADS = {
    downloads: "100 downloads",
    subscribers: "1,000 subscribers",
    soap: "SOAP calls",
    stalled: "50 stalled readers",
    leaving: "Storm of leaving clients",
};
const NEWS = { STARTING: " is starting", UP: " is up", SILENT: " does not answer", GONE: " is gone" };
const DASHES = [[], [9, 4], [2, 3], []];

const times = [];
const history = new Map(); // of each chart: the limit, then one list for each server
let latest = null;
let shown = []; // of the charts
let charts = [];
let cards = [];

const isDemo = sample => Object.keys(sample.loads).length > 0;

const color = index => getComputedStyle(document.documentElement).getPropertyValue("--s" + index % 4).trim();

// Samples

function figure(server, key) {
    const figures = server.figures;
    if (key === "share") {
        return figures.clients > 0 ? figures.served / figures.clients : undefined;
    }
    if (key === "downloadRate") {
        return figures.active > 0 ? figures.bytes / figures.active : undefined;
    }
    return figures[key];
}

function limitOf(sample, name) {
    const up = sample.servers.find(server => server.rates[name] > 0);
    return up ? up.rates[name] : null;
}

function keep(sample) {
    times.push(sample.millis / 1000);
    for (const chart of shown) {
        const lists = history.get(chart.key);
        lists[0].push(chart.limit ? limitOf(sample, chart.limit) : null);
        sample.servers.forEach((server, i) => lists[i + 1].push(figure(server, chart.key) ?? null));
    }
    if (times.length > MOST) {
        times.shift();
        history.forEach(lists => lists.forEach(list => list.shift()));
    }
}

function show(sample) {
    if (!latest || latest.servers.length !== sample.servers.length) {
        begin(sample);
    }
    announce(latest, sample);
    latest = sample;
    keep(sample);
    if (!show.due) {
        show.due = true;
        requestAnimationFrame(draw);
    }
}

function begin(sample) {
    times.length = 0;
    shown = CHARTS.filter(chart => (chart.demo ?? isDemo(sample)) === isDemo(sample));
    shown.forEach(chart => history.set(chart.key, [[], ...sample.servers.map(() => [])]));
    cards = sample.servers.map((server, i) => card(server, i, isDemo(sample)));
    at("servers").replaceChildren(...cards.map(one => one.element));
    makeCharts(sample.servers);
}

/** Tells a screen reader what the eye would notice. */
function announce(before, now) {
    now.servers.forEach((server, i) => {
        const earlier = before && before.servers[i];
        if (earlier && earlier.state !== server.state) {
            say("news", server.name + NEWS[server.state]);
        }
    });
}

function draw() {
    show.due = false;
    drawLimits(latest);
    drawLoads(latest);
    latest.servers.forEach((server, i) => cards[i].draw(server));
    draw.turn = !draw.turn;
    // The first chart shows what a slider does. The others take turns, since drawing costs the most of all.
    charts.filter((_, i) => i === 0 || i % 2 === Number(draw.turn)).forEach(chart => chart.draw());
}

// Limits

const limits = new Map();
const LEAST = Math.log(10 * 1024), MOST_RATE = Math.log(100 * 1024 * 1024), STEPS = 200;

function rateAt(step) {
    if (step >= STEPS) {
        return 0; // no limit
    }
    const rate = Math.exp(LEAST + (MOST_RATE - LEAST) * step / (STEPS - 1));
    const kib = Number((rate / 1024).toPrecision(2));
    return Math.round(kib * 1024);
}

function stepOf(rate) {
    const step = Math.round((Math.log(Math.max(rate, 1)) - LEAST) / (MOST_RATE - LEAST) * (STEPS - 1));
    return rate === 0 ? STEPS : Math.min(STEPS - 1, Math.max(0, step));
}

const rateText = rate => rate === 0 ? "no limit" : text("rate", rate);

function slider(name) {
    const title = name === "global" ? "Global limit" : `Limit of a client, plan ${name}`;
    const output = make("output", { htmlFor: "limit-" + name });
    const input = make("input", { id: "limit-" + name, type: "range", min: 0, max: STEPS, step: 1 });
    const control = { touchedMillis: -Infinity, sent: null, timer: 0 };
    const write = rate => {
        output.textContent = rateText(rate);
        input.setAttribute("aria-valuetext", rateText(rate));
    };
    const send = () => {
        control.timer = 0;
        const rate = rateAt(Number(input.value));
        if (rate !== control.sent) {
            control.sent = rate;
            order("limits", { name, rate });
        }
    };
    input.oninput = () => {
        control.touchedMillis = performance.now();
        write(rateAt(Number(input.value)));
        control.timer ||= setTimeout(send, 100); // while it is dragged, ten times a second
    };
    control.draw = rates => {
        if (performance.now() - control.touchedMillis < 1500) {
            return;
        }
        control.sent = null;
        const different = [...new Set(rates)];
        if (different.length === 1) {
            input.value = stepOf(different[0]);
            write(different[0]);
        } else {
            output.textContent = different.map(rateText).join(" or ");
        }
    };
    at("limits").append(make("div", { className: "limit" }, make("label", { htmlFor: input.id }, title), output, input));
    return control;
}

function drawLimits(sample) {
    const up = sample.servers.filter(server => server.state === "UP");
    const names = [...new Set(up.flatMap(server => Object.keys(server.rates)))].sort((a, b) => a === "global" ? -1 : b === "global" ? 1 : a < b ? -1 : 1);
    for (const name of names) {
        if (!limits.has(name)) {
            limits.set(name, slider(name));
        }
        limits.get(name).draw(up.map(server => server.rates[name]).filter(rate => rate !== undefined));
    }
}

// Loads

const loads = new Map();

function drawLoads(sample) {
    for (const [name, on] of Object.entries(LOADS).filter(([name]) => name in sample.loads).map(([name]) => [name, sample.loads[name]])) {
        if (!loads.has(name)) {
            const button = make("button", { type: "button", className: "load", id: "load-" + name }, LOADS[name]);
            button.onclick = () => order("loads", { name, on: button.getAttribute("aria-pressed") !== "true" });
            loads.set(name, button);
            at("loads").append(button);
            at("loads").hidden = false;
        }
        loads.get(name).setAttribute("aria-pressed", String(on));
    }
}

// Cards

const FACTS = [
    ["bytes", "sent", "rate"],
    ["waiting", "waiting", "number"],
    ["subscribers", "subscribers", "number"],
    ["delay", "delay", "seconds"],
    ["calls", "SOAP results", "perSecond"],
    ["failedCalls", "SOAP faults", "perSecond"],
    ["left", "clients left", "perSecond"],
    ["cpu", "CPU", "cores"],
    ["threads", "threads", "number"],
    ["heap", "heap", "bytes"],
    ["rss", "RSS", "bytes"],
];

function meter(label) {
    const words = make("span");
    const bar = make("span", { className: "fill" });
    const element = make("div", { className: "meter" }, make("div", { className: "words" }, make("span", {}, label), words), make("div", { className: "track", ariaHidden: "true" }, bar));
    return {
        element,
        draw(value, most, said, kind) {
            words.textContent = said;
            bar.style.width = (most > 0 ? Math.min(100, 100 * value / most) : 0) + "%";
            element.className = "meter " + (kind || "");
        },
    };
}

function card(server, index, demo) {
    const state = make("span", { className: "badge" });
    const big = make("strong"), of = make("span", { className: "soft" });
    const rate = meter("of its limit"), served = meter("clients that get an answer"), busy = meter("threads busy");
    rate.element.hidden = served.element.hidden = !demo;
    const facts = FACTS.filter(([key]) => demo || !["delay", "left"].includes(key)).map(([key, label, unit]) => {
        const value = make("dd", { "data-key": key });
        return { key, unit, value, element: make("div", {}, make("dt", {}, label), value) };
    });
    const refused = make("p", { className: "refused" });
    const button = make("button", { type: "button" });
    const element = make("article", { className: "card s" + index % 4, ariaLabel: server.name },
        make("header", {}, make("span", { className: "swatch", ariaHidden: "true" }), make("h3", {}, server.name), state, button),
        make("p", { className: "big" }, big, of),
        rate.element, served.element, busy.element,
        make("dl", {}, ...facts.map(fact => fact.element)), refused);
    button.onclick = () => order("servers", { index, up: latest.servers[index].state === "GONE" });
    const draw = now => {
        const figures = now.figures, up = now.state === "UP", gone = now.state === "GONE";
        element.classList.toggle("gone", !up);
        element.dataset.state = now.state;
        state.textContent = now.state === "SILENT" ? `no answer for ${Math.floor(figures.silent)} s` : now.state.toLowerCase();
        state.className = "badge " + (up ? "good" : now.state === "STARTING" ? "" : "bad");
        button.hidden = !demo || now.state === "STARTING";
        button.textContent = gone ? "Start" : "End";
        button.setAttribute("aria-label", (gone ? "Start " : "End ") + now.name);
        const each = figure(now, demo ? "clientRate" : "downloadRate"), limit = now.rates.default;
        big.textContent = text("rate", each);
        of.textContent = demo ? " per client" + (up && limit !== undefined ? ", limit " + rateText(limit) : "") : " per download";
        rate.draw(each || 0, limit, limit > 0 && each !== undefined ? Math.round(100 * each / limit) + " %" : "–");
        const starving = figures.clients - figures.served > figures.clients / 4;
        served.draw(figures.served || 0, figures.clients, figures.clients === undefined ? "–" : `${figures.served} of ${figures.clients}`, starving ? "bad" : "");
        const most = figures.busyMost;
        const queued = figures.queue > 0 ? `, ${short(figures.queue)} queued` : "";
        busy.element.hidden = figures.busy === undefined;
        busy.draw(figures.busy || 0, most, most === undefined ? short(figures.busy || 0) : `${short(figures.busy || 0)} of ${short(most)}${queued}`, up && figures.busy >= most && figures.queue > 0 ? "bad" : "");
        for (const fact of facts) {
            fact.value.textContent = text(fact.unit, figures[fact.key]);
        }
        const reasons = Object.entries(now.refused).map(([reason, count]) => `${reason} ${count.toLocaleString("en")}`);
        refused.textContent = !up ? "" : reasons.length ? "Refused: " + reasons.join(", ") : "Nothing refused";
    };
    return { element, draw };
}

// Charts

function makeCharts(servers) {
    charts.forEach(chart => chart.plot.destroy());
    at("legend").replaceChildren(...servers.map((server, i) => make("li", {}, make("span", { className: `swatch s${i % 4}`, ariaHidden: "true" }), server.name)));
    at("charts").replaceChildren();
    charts = shown.map(chart => makeChart(chart, servers));
}

function makeChart(chart, servers) {
    const values = make("p", { className: "values" });
    const box = make("div", { className: "plot", role: "img" });
    const figureElement = make("figure", { "data-key": chart.key }, make("figcaption", {}, chart.title), box, values);
    at("charts").append(figureElement);
    const style = getComputedStyle(document.documentElement);
    const grid = { stroke: style.getPropertyValue("--line"), width: 1 };
    const axis = { stroke: style.getPropertyValue("--soft"), grid, ticks: { show: false }, font: "12px system-ui, sans-serif" };
    const plot = new uPlot({
        width: Math.max(200, box.clientWidth),
        height: 170,
        padding: [8, 16, 0, 0],
        legend: { show: false },
        cursor: { y: false, sync: { key: "weir" }, points: { size: 6 }, drag: { x: false, y: false } },
        scales: {
            x: { range: () => [times.at(-1) - span(), times.at(-1)] },
            y: { range: (_, least, most) => chart.top ? [0, chart.top * 1.04] : [0, Math.max(chart.least || 0, (most || 0) * 1.08)] },
        },
        axes: [
            { ...axis, space: 60, splits: ticks, values: (_, splits) => splits.map(ago), size: 26 },
            { ...axis, size: 74, space: 32, incrs: increments(chart.unit), values: (_, splits) => splits.map(split => split === 0 ? "0" : text(chart.unit, split)) },
        ],
        series: [
            {},
            { label: "limit", stroke: style.getPropertyValue("--soft"), width: 1, dash: [3, 3], points: { show: false } },
            ...servers.map((server, i) => ({ label: server.name, stroke: color(i), width: i === 3 ? 2.5 : 2, dash: DASHES[i % 4], points: { show: false }, spanGaps: false })),
        ],
        hooks: { setCursor: [() => write()] },
    }, [times, ...history.get(chart.key)], box);
    new ResizeObserver(() => plot.setSize({ width: Math.max(200, box.clientWidth), height: 170 })).observe(box);

    function write() {
        const index = plot.cursor.idx ?? times.length - 1;
        const lists = history.get(chart.key);
        values.replaceChildren(...servers.map((server, i) => make("span", { className: "s" + i % 4 }, make("span", { className: "swatch", ariaHidden: "true" }), text(chart.unit, lists[i + 1][index]))));
        return lists;
    }
    return {
        plot,
        draw() {
            plot.setData([times, ...history.get(chart.key)]);
            const lists = write();
            box.setAttribute("aria-label", chart.title + ", now: " + servers.map((server, i) => server.name + " " + text(chart.unit, lists[i + 1].at(-1))).join(", "));
        },
    };
}

/** The seconds that the charts show: at first few, so that the lines are not lost in empty charts. */
function span() {
    return Math.min(SPAN_SECONDS, Math.max(30, times.at(-1) - times[0]));
}

function ticks() {
    const shown = span(), step = shown > 120 ? 60 : shown > 60 ? 30 : 10;
    const all = [];
    for (let seconds = Math.floor(shown / step) * step; seconds >= 0; seconds -= step) {
        all.push(times.at(-1) - seconds);
    }
    return all;
}

function ago(time) {
    const seconds = Math.round(times.at(-1) - time);
    return seconds <= 0 ? "now" : seconds % 60 === 0 ? `−${seconds / 60} min` : `−${seconds} s`;
}

/** Round steps of an axis. Bytes are round in powers of two. */
function increments(unit) {
    const steps = [];
    if (unit === "bytes" || unit === "rate") {
        for (let step = 1; step < 2 ** 42; step *= 2) {
            steps.push(step);
        }
        return steps;
    }
    for (let power = -6; power < 7; power++) {
        steps.push(...[1, 2, 5].map(digit => Number(`${digit}e${power}`)));
    }
    return unit === "number" || unit === "perSecond" ? steps.filter(step => step >= 1) : steps;
}

// uPlot draws on a canvas, so a change of the theme draws all charts again.
dark.onchange = () => latest && makeCharts(latest.servers);

follow({ sample: show });
