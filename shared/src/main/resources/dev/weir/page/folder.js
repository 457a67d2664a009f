import {ask, hasKey, hidePlan, pause, planOf, showPlan, UNREACHABLE} from "./api.js";
import {download} from "./download.js";
import {at, counted, dateAndClock, element, encoded, size} from "./format.js";
import {isViewable, view} from "./viewer.js";

const STEP = 500;
const LISTING = "Listing";
const RETRY_MILLIS = 2000;
const LONGEST_MILLIS = 30_000;
const order = {by: "name", up: true};
let entries = [];
let shown = STEP;
/** What is shown instead of the number of entries, or "". */
let instead = "";
/** Ends the requests for the list that is shown now. */
let listing = new AbortController();

/** Returns the path of the folder that the address of the page names, such as "" or "sub/deep/". */
function current() {
    try {
        return decodeURIComponent(location.hash.replace(/^#\/?/, "")).replace(/([^/])$/, "$1/");
    } catch {
        return "";
    }
}

/** Lists the current folder. While the server cannot list it, asks again from time to time. */
export async function load() {
    listing.abort();
    listing = new AbortController();
    const signal = listing.signal;
    const path = current();
    showPath(path);
    take([], LISTING);
    for (let millis = RETRY_MILLIS; ; millis = Math.min(LONGEST_MILLIS, 2 * millis)) {
        const failure = await list(path, signal);
        const mayHelp = failure && (!failure.status || failure.status >= 500 || failure.status === 429);
        if (signal.aborted || !mayHelp) {
            return;
        }
        await pause(Math.max(millis, failure.retryMillis ?? 0));
        if (signal.aborted) {
            return;
        }
    }
}

/** Shows the list, or why there is none. In the second case, returns the failure. */
async function list(path, signal) {
    let answer;
    let found;
    try {
        answer = await ask("files/" + encoded(path), {headers: {Accept: "application/json"}, signal});
        found = await answer.json();
    } catch (failure) {
        if (!signal.aborted) {
            if (failure.status === 401 || failure.status === 403) {
                hidePlan();
            }
            take([], "The folder cannot be listed: " + (failure.status ? failure.message : UNREACHABLE));
        }
        return failure;
    }
    if (!signal.aborted) {
        showPlan(planOf(answer));
        take(found, "");
    }
    return null;
}

/** Shows the entries, or else this text. */
function take(found, text) {
    entries = found;
    instead = text;
    shown = STEP;
    show();
}

function showPath(path) {
    const names = path.split("/").filter(name => name);
    const links = ["Files", ...names].map((name, i) => {
        const link = element("a", {href: "#/" + encoded(names.slice(0, i).map(above => above + "/").join(""))}, name);
        if (i === names.length) {
            link.setAttribute("aria-current", "page");
        }
        return element("li", {}, link);
    });
    at("path").replaceChildren(...links);
    document.title = [...names, "Weir"].slice(-2).join(" \u2013 ");
}

function say(text, isError = false) {
    if (at("more").textContent !== text) { // else a screen reader hears the same again
        at("more").textContent = text;
        at("more").classList.toggle("error", isError);
    }
}

const isFolder = entry => entry.name.endsWith("/");

function compare(one, other) {
    if (isFolder(one) !== isFolder(other)) {
        return isFolder(one) ? -1 : 1;
    }
    const [a, b] = [one[order.by] ?? 0, other[order.by] ?? 0];
    const result = a < b ? -1 : a > b ? 1 : one.name < other.name ? -1 : 1;
    return order.up ? result : -result;
}

function show() {
    const filter = at("filter").value.toLowerCase();
    const found = entries.filter(entry => entry.name.toLowerCase().includes(filter)).sort(compare);
    at("files").replaceChildren(...found.slice(0, shown).map(row));
    const files = found.filter(entry => !isFolder(entry));
    const bytes = files.reduce((sum, file) => sum + file.length, 0);
    at("show-more").hidden = found.length <= shown;
    if (instead) {
        say(instead, instead !== LISTING);
        return;
    }
    say(`${counted(found.length - files.length, "folder")}, ${counted(files.length, "file")}, ${size(bytes)}`
        + (found.length > shown ? `. The first ${shown.toLocaleString("en")} are shown.` : ""));
}

function row(entry) {
    const target = "files/" + encoded(current() + entry.name);
    const folder = isFolder(entry);
    const [date, clock] = dateAndClock(entry.modified);
    const link = element("a", {href: folder ? "#/" + encoded(current() + entry.name) : target}, entry.name);
    const cells = [
        element("td", {}, link),
        element("td", {className: "number"}, folder ? "" : size(entry.length)),
        element("td", {}, element("time", {dateTime: entry.modified}, date, element("span", {className: "clock"}, clock))),
        element("td", {}),
    ];
    if (!folder) {
        link.addEventListener("click", event => {
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey && download(entry, target)) {
                event.preventDefault();
            }
        });
        if (isViewable(entry.name) && !hasKey()) {
            const button = element("button", {type: "button"}, "View");
            button.setAttribute("aria-label", "View " + entry.name);
            button.addEventListener("click", () => view(entry.name, target));
            cells[3].append(button);
        }
    }
    return element("tr", {className: folder ? "folder" : ""}, ...cells);
}

function sort(button) {
    order.up = order.by === button.dataset.by ? !order.up : true;
    order.by = button.dataset.by;
    for (const other of document.querySelectorAll("[data-by]")) {
        other.closest("th").removeAttribute("aria-sort");
    }
    button.closest("th").setAttribute("aria-sort", order.up ? "ascending" : "descending");
    show();
}

export function start() {
    for (const button of document.querySelectorAll("[data-by]")) {
        button.addEventListener("click", () => sort(button));
    }
    at("filter").addEventListener("input", () => {
        shown = STEP;
        show();
    });
    at("show-more").addEventListener("click", () => {
        shown += STEP;
        show();
    });
    addEventListener("hashchange", () => {
        load();
        at("path").querySelector("[aria-current]").focus(); // the link that was clicked is gone
    });
    load();
}
