import {ask} from "./api.js";
import {at, counted, element} from "./format.js";
import {Frames} from "./frames.js";

const MOST_EVENTS = 200;
/** The server says something at least every 15 seconds, if it is configured as usual. */
const SILENCE_MILLIS = 45_000;

let running = new AbortController();
let retryMillis = 2000;
let lastId = "";
let reconnections = 0;
let gaps = 0;
let paused = false;
let waiting = [];

/** Follows the topics from now on. Ends the stream before. */
export function follow() {
    running.abort();
    running = new AbortController();
    lastId = "";
    run(running.signal);
}

async function run(signal) {
    state("connecting");
    while (!signal.aborted) {
        try {
            await read(signal);
        } catch (failure) {
            if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
                state("refused", "bad", failure.message);
                return;
            }
        }
        if (!signal.aborted) {
            state("connecting again", "bad");
            await new Promise(resolve => setTimeout(resolve, retryMillis));
        }
    }
}

function target() {
    const topics = at("topics").value.split(",").map(topic => topic.trim()).filter(topic => topic);
    return "events" + (topics.length ? "?" + topics.map(topic => "topic=" + encodeURIComponent(topic)).join("&") : "");
}

async function read(signal) {
    const silence = new AbortController();
    let alarm = setTimeout(() => silence.abort(), SILENCE_MILLIS);
    const headers = {Accept: "text/event-stream", ...(lastId && {"Last-Event-ID": lastId})};
    try {
        const answer = await ask(target(), {headers, signal: AbortSignal.any([signal, silence.signal])});
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
    if (at("state").textContent !== "live") {
        reconnections += at("state").textContent === "connecting again" ? 1 : 0;
        state("live", "good");
    }
    lastId = frame.id ?? lastId;
    if (frame.data !== undefined) {
        gaps += frame.type === "gap" ? 1 : 0;
        waiting.push({id: lastId, type: frame.type ?? "", data: frame.data});
        waiting = waiting.slice(-MOST_EVENTS);
        show();
    }
    history();
}

function show() {
    if (paused) {
        at("pause").textContent = `Go on (${waiting.length})`;
        return;
    }
    for (const {id, type, data} of waiting) {
        const gap = type === "gap";
        at("events").prepend(element("tr", {className: gap ? "gap" : ""},
            element("td", {}, id),
            element("td", {className: "type"}, type),
            element("td", {className: "data"}, gap ? "Events are missing here. " + data : data)));
    }
    waiting = [];
    while (at("events").rows.length > MOST_EVENTS) {
        at("events").deleteRow(-1);
    }
}

function state(text, look = "", reason = "") {
    at("state").textContent = text;
    at("state").className = "badge " + look;
    if (reason) {
        at("history").textContent = reason;
    }
}

function history() {
    const times = reconnections ? `Connected again ${counted(reconnections, "time")}` : "No reconnection yet";
    const missed = gaps ? `${counted(gaps, "gap")}: some events were missed.` : "no event missed.";
    at("history").textContent = times + ", " + missed;
}

export function start() {
    at("topics-form").addEventListener("submit", event => {
        event.preventDefault();
        at("events").replaceChildren();
        follow();
    });
    at("pause").addEventListener("click", () => {
        paused = !paused;
        at("pause").setAttribute("aria-pressed", paused);
        at("pause").textContent = paused ? "Go on" : "Pause";
        show();
    });
    follow();
}
