import {ask} from "./api.js";
import {at} from "./format.js";

async function publish() {
    const event = {data: at("data").value};
    for (const name of ["topic", "type"]) {
        if (at(name).value) {
            event[name] = at(name).value;
        }
    }
    try {
        const answer = await ask("events", {
            method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify(event),
        });
        say("Published as " + (await answer.json()).id);
    } catch (failure) {
        say(failure.message, true);
    }
}

function say(text, failed = false) {
    at("published").textContent = text;
    at("published").className = failed ? "error" : "";
}

export function start() {
    at("publish-form").addEventListener("submit", event => {
        event.preventDefault();
        publish();
    });
}
