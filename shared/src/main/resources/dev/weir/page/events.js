import {ask, pause} from "./api.js";
import {at, counted, element} from "./format.js";
import {Frames} from "./frames.js";
import {query, TopicFinder} from "./topics.js";

const MOST_EVENTS = 200;
/** The server says something at least every 15 seconds, if it is configured as usual. */
const SILENCE_MILLIS = 45_000;
const LONGEST_MILLIS = 30_000;
/** A screen reader hears of new events at most this often. */
const NEWS_MILLIS = 5000;
const MOST_NEWS = 100;
const GAPS = {
    trimmed: "Events are missing here. The server no longer has them.",
    epoch: "Events can be missing here. The server has begun a new log.",
};

let running = new AbortController();
let finder;
let retryMillis = 1000;
/** How often the stream was lost since it last had an answer. */
let losses = 0;
let lastId = "";
let now = "";
let reconnections = 0;
let gaps = 0;
let paused = false;
let waiting = [];
let unheard = 0;

/** Follows the topics from now on. Ends the stream before. */
export function follow() {
    running.abort();
    running = new AbortController();
    lastId = "";
    const topics = at("topics").value.split(",").map(topic => topic.trim().toWellFormed()).filter(topic => topic);
    finder = new TopicFinder(topics, running.signal);
    run("events?" + query(topics), running.signal);
}

async function run(target, signal) {
    state("connecting");
    while (!signal.aborted) {
        try {
            await read(target, signal);
        } catch (failure) {
            if (!signal.aborted && failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
                state("refused", "bad");
                at("history").textContent = failure.message;
                return;
            }
        }
        if (!signal.aborted) {
            state("connecting again", "bad");
            await pause(Math.max(retryMillis, Math.min(LONGEST_MILLIS, retryMillis * 2 ** losses++)));
        }
    }
}

async function read(target, signal) {
    const silence = new AbortController();
    let alarm = setTimeout(() => silence.abort(), SILENCE_MILLIS);
    const headers = {Accept: "text/event-stream", ...(lastId && {"Last-Event-ID": lastId})};
    try {
        const answer = await ask(target, {headers, signal: AbortSignal.any([signal, silence.signal])});
        const frames = new Frames();
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
            clearTimeout(alarm);
            alarm = setTimeout(() => silence.abort(), SILENCE_MILLIS);
            frames.read(next.value).forEach(take);
        }
    } finally {
        clearTimeout(alarm);
    }
}

/** Takes one frame. The first one of a stream has the stream's position, or a comment, or events. */
function take(frame) {
    if (frame.retry !== undefined) {
        retryMillis = frame.retry;
        return; // such a stream ends at once
    }
    if (now !== "live") {
        if (now === "connecting again") {
            reconnections++;
            add({mark: "Connected again."});
        }
        state("live", "good");
    }
    losses = 0;
    const before = lastId;
    lastId = frame.id ?? lastId;
    if (frame.data !== undefined) {
        const topic = element("span", {className: "topic"});
        if (frame.type === "gap") {
            gaps++;
        } else {
            finder.find(lastId, before, topic);
        }
        add({id: lastId, topic, type: frame.type ?? "", data: frame.data});
        tell(frame.data);
    }
}

function add(line) {
    waiting.push({...line, time: new Date().toLocaleTimeString("en-GB")});
    waiting = waiting.slice(-MOST_EVENTS);
    show();
}

function show() {
    history();
    if (paused || waiting.length === 0) {
        return;
    }
    at("events").prepend(...waiting.reverse().map(item));
    waiting = [];
    while (at("events").children.length > MOST_EVENTS) {
        at("events").lastChild.remove();
    }
    at("no-events").hidden = true;
}

function item({id, topic, type, data, mark, time}) {
    const when = element("time", {}, time);
    if (mark) {
        return element("li", {className: "mark"}, when, mark);
    }
    return element("li", {className: type === "gap" ? "gap" : ""}, when, topic,
        element("span", {className: "type"}, type), element("span", {className: "id"}, id),
        element("div", {className: "data"}, type === "gap" ? gap(data) : data));
}

/** Returns a sentence for the data of a gap. A publisher can use the type, too. */
function gap(data) {
    try {
        return GAPS[JSON.parse(data).reason] ?? data;
    } catch {
        return data;
    }
}

function state(text, look = "") {
    if (text !== now) { // else a screen reader hears the same again
        now = text;
        at("state").textContent = text;
        at("state").className = "badge " + look;
    }
    history();
}

function history() {
    const times = reconnections ? `Connected again ${counted(reconnections, "time")}` : "No reconnection yet";
    const missed = gaps ? `${counted(gaps, "gap")}: some events were missed.` : "no event missed.";
    const held = paused ? ` Paused: ${counted(waiting.length, "event")} to show.` : "";
    at("history").textContent = `${times}, ${missed}${held}`;
}

function tell(data) {
    if (unheard++ === 0) {
        setTimeout(() => {
            at("event-news").textContent = `${counted(unheard, "new event")}, the first: ${data.slice(0, MOST_NEWS)}`;
            unheard = 0;
        }, NEWS_MILLIS);
    }
}

export function start() {
    at("topics-form").addEventListener("submit", event => {
        event.preventDefault();
        at("events").replaceChildren();
        at("no-events").hidden = false;
        follow();
    });
    at("pause").addEventListener("click", () => {
        paused = !paused;
        at("pause").textContent = paused ? "Go on" : "Pause";
        show();
    });
    follow();
}
