import {at, rate, size} from "./format.js";

/** The client's key. It is only in the memory of this page: a reload forgets it. */
let key = "";

/** The client's plan, as the server last described it. */
export const plan = {name: "", rate: 0};

export const hasKey = () => key !== "";

/** Uses this key from now on. It must have only characters that a header field can have. */
export function useKey(text) {
    key = text.trim();
}

/** Returns after this time, or up to a half later, so that not all pages come back at once. */
export function pause(millis) {
    return new Promise(resolve => setTimeout(resolve, millis * (1 + Math.random() / 2)));
}

/** Sends a request with the client's key. Throws an Error with the title of the problem if the server refuses. */
export async function ask(target, options = {}) {
    const headers = new Headers(options.headers);
    if (key) {
        headers.set("X-API-Key", key);
    }
    const answer = await fetch(target, {...options, headers, credentials: "omit", cache: "no-store"});
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

/** Shows that the plan is not known, because the server refused the key. */
export function hidePlan() {
    Object.assign(plan, {name: "", rate: 0});
    for (const id of ["plan-name", "plan-rate", "plan-left"]) {
        at(id).textContent = "\u2013";
    }
}

/** Shows the plan that the fields RateLimit-Policy and RateLimit of an answer tell. They are absent if it has no limit. */
export function showPlan(answer) {
    const policy = /^"((?:[^"\\]|\\.)*)";q=(\d+)/.exec(answer.headers.get("RateLimit-Policy") ?? "");
    const left = /;r=(\d+)/.exec(answer.headers.get("RateLimit") ?? "");
    plan.name = policy ? policy[1].replace(/\\(.)/g, "$1") : "";
    plan.rate = policy ? Number(policy[2]) : 0;
    at("plan-name").textContent = plan.name || "unlimited";
    at("plan-rate").textContent = plan.rate ? rate(plan.rate) : "no limit";
    at("plan-left").textContent = left ? size(Number(left[1])) : "no limit";
}
