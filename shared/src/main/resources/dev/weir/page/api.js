import {at, rate, size} from "./format.js";

/** The client's key. It is only in the memory of this page: a reload forgets it. */
let key = "";

export const hasKey = () => key !== "";

/** Returns the key that requests have now, or "". */
export const currentKey = () => key;

/** Uses this key from now on. It must have only characters that a header field can have. */
export function useKey(text) {
    key = text.trim();
}

/** What the page says if a request has no answer. The browser's own words differ from browser to browser. */
export const UNREACHABLE = "The server cannot be reached";

/** Returns after this time, or up to a half later, so that not all pages come back at once. */
export function pause(millis) {
    return new Promise(resolve => setTimeout(resolve, millis * (1 + Math.random() / 2)));
}

/**
 * Sends a request with the current key, or with the one in the options. Throws an Error with the title of the problem if
 * the server refuses.
 */
export async function ask(target, {key = currentKey(), ...options} = {}) {
    const headers = new Headers(options.headers);
    if (key) {
        headers.set("X-API-Key", key);
    }
    const answer = await fetch(target, {...options, headers, credentials: "omit", cache: "no-store"}).catch(failure => {
        throw options.signal?.aborted ? failure : new Error(UNREACHABLE);
    });
    if (!answer.ok) {
        throw await refusal(answer);
    }
    return answer;
}

async function refusal(answer) {
    const problem = await answer.json().catch(() => ({}));
    const text = problem.detail ? `${problem.title}: ${problem.detail}` : problem.title;
    const retryMillis = 1000 * Number(answer.headers.get("Retry-After") ?? 0);
    return Object.assign(new Error(text || "The server answered " + answer.status), {status: answer.status, retryMillis});
}

/** Shows that the plan is not known, because the server has not accepted the key, or not yet. */
export function hidePlan() {
    for (const id of ["plan-name", "plan-rate", "plan-left"]) {
        at(id).textContent = "\u2013";
    }
}

/** Returns the plan that the fields RateLimit-Policy and RateLimit of an answer tell. They are absent if it has no limit. */
export function planOf(answer) {
    const policy = /^"((?:[^"\\]|\\.)*)";q=(\d+)/.exec(answer.headers.get("RateLimit-Policy") ?? "");
    const left = /;r=(\d+)/.exec(answer.headers.get("RateLimit") ?? "");
    return {
        name: policy ? policy[1].replace(/\\(.)/g, "$1") : "unlimited",
        rate: policy ? Number(policy[2]) : 0,
        left: left ? size(Number(left[1])) : "no limit",
    };
}

export function showPlan({name, rate: planned, left}) {
    at("plan-name").textContent = name;
    at("plan-rate").textContent = planned ? rate(planned) : "no limit";
    at("plan-left").textContent = left;
}
