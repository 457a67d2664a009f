import {ask, hasKey, hidePlan, pause, planOf, showPlan, UNREACHABLE} from "./api.js";
import {download} from "./download.js";
import {at, counted, dateAndClock, element, encoded, size} from "./format.js";
import {isViewable, view} from "./viewer.js";

const STEP = 500;
const RETRY_MILLIS = 4000;
const order = {by: "name", up: true};
let entries = [];
let shown = STEP;
/** Grows with each request, so that a late answer does not replace that of a later request. */
let asked = 0;

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
    const number = ++asked;
    const path = current();
    showPath(path);
    say("Listing");
    while (number === asked && !await list(path, number)) {
        await pause(RETRY_MILLIS);
    }
}

/** Returns whether there is no need to ask again. */
async function list(path, number) {
    try {
        const answer = await ask("files/" + encoded(path), {headers: {Accept: "application/json"}});
        const found = await answer.json();
        if (number === asked) {
            showPlan(planOf(answer));
            entries = found;
            shown = STEP;
            show();
        }
    } catch (failure) {
        if (number === asked) {
            if (failure.status === 401 || failure.status === 403) {
                hidePlan();
            }
            entries = [];
            show();
            const reason = failure.status ? failure.message : UNREACHABLE;
            say("The folder cannot be listed: " + reason, true);
            return failure.status < 500 && failure.status !== 429;
        }
    }
    return true;
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

function say(text, failed = false) {
    at("more").textContent = text;
    at("more").classList.toggle("error", failed);
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
    say(`${counted(found.length - files.length, "folder")}, ${counted(files.length, "file")}, ${size(bytes)}`
        + (found.length > shown ? `. The first ${shown.toLocaleString("en")} are shown.` : ""));
    at("show-more").hidden = found.length <= shown;
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
