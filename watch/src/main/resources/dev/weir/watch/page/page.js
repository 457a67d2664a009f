"use strict";

const at = id => document.getElementById(id);

/** Makes an element with properties, and appends its content. */
function make(name, properties = {}, ...content) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key in element && key !== "list") {
            element[key] = value;
        } else {
            element.setAttribute(key, value);
        }
    }
    element.append(...content);
    return element;
}

/** A number of at most three significant digits, without an exponent. */
function short(number) {
    const size = Math.abs(number);
    return size >= 100 || size === 0 ? Math.round(number).toLocaleString("en") : String(Number(number.toPrecision(size >= 10 ? 3 : 2)));
}

function scaled(number, base, names) {
    let power = 0;
    while (Math.abs(number) >= base && power < names.length - 1) {
        number /= base;
        power++;
    }
    return short(number) + " " + names[power];
}

const units = {
    bytes: number => scaled(number, 1024, ["B", "KiB", "MiB", "GiB"]),
    rate: number => scaled(number, 1024, ["B/s", "KiB/s", "MiB/s", "GiB/s"]),
    seconds: number => number < 0.001 ? short(number * 1e6) + " µs" : number < 1 ? short(number * 1e3) + " ms" : short(number) + " s",
    cores: number => short(number * 100) + " %",
    number: number => short(number),
    perSecond: number => short(number) + "/s",
};

function text(unit, number) {
    return number === undefined || number === null ? "–" : units[unit](number);
}

function say(id, words) {
    const element = at(id);
    if (element.textContent !== words) {
        element.textContent = words;
    }
}

/** Follows the event stream. The browser connects again by itself. */
function follow(handlers) {
    const source = new EventSource("events");
    const state = (words, kind) => {
        say("state", words);
        at("state").className = "badge " + kind;
    };
    source.onopen = () => state("live", "good");
    source.onerror = () => state("the watcher has ended", "bad");
    for (const [name, handler] of Object.entries(handlers)) {
        source.addEventListener(name, event => handler(JSON.parse(event.data)));
    }
}

/** Sends an order, and shows why it was refused. */
async function order(path, body) {
    try {
        const answer = await fetch(path, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
        });
        at("error").hidden = answer.ok;
        if (!answer.ok) {
            at("error").textContent = await answer.text() || "Refused: " + answer.status;
        }
    } catch {
        at("error").hidden = false;
        at("error").textContent = "The watcher does not answer.";
    }
}
