import {ask, currentKey, hasKey, pause, planOf, showPlan} from "./api.js";
import {Chart} from "./chart.js";
import {at, duration, element, rate, size} from "./format.js";

/** Longer files are left to the browser, which needs no memory for them. It shows no rate and sends no key. */
const MOST_BYTES = 1024 ** 3;
/** Received bytes go to a Blob from this size on. A browser can keep a Blob on the disk. */
const PART_BYTES = 8 * 1024 ** 2;
const RETRIES = 5;
const WINDOW_MILLIS = 3000;
const PLAN_MILLIS = 2000;
const SHOW_MILLIS = 250;
/** A rate over less time would rise and fall with each grant. */
const LEAST_MILLIS = 1000;

/** The downloads that run. Those with the same key share their plan's rate. */
const running = new Set();

/**
 * Downloads a file and shows its progress.
 *
 * @returns false if the browser shall download it, as for any other link
 */
export function download(entry, target) {
    if (entry.length > MOST_BYTES && !hasKey()) {
        return false;
    }
    const line = new Line(entry, target);
    if (entry.length > MOST_BYTES) {
        line.fail(`Files over ${size(MOST_BYTES)} need a signed link, or a program such as curl: `
            + "with a key, the browser would keep them in its memory");
    } else {
        line.run();
    }
    return true;
}

class Line {
    constructor(entry, target) {
        this.entry = entry;
        this.target = target;
        this.key = currentKey(); // the download keeps its client when the page gets another key
        this.planned = 0;
        this.received = 0;
        this.parts = [];
        this.part = [];
        this.partBytes = 0;
        this.samples = [];
        this.speed = 0;
        this.shown = 0;
        this.asked = 0;
        this.stopped = new AbortController();
        this.progress = element("progress", {max: Math.max(1, entry.length), value: 0});
        this.progress.setAttribute("aria-label", "Progress of " + entry.name);
        this.rate = element("span", {className: "rate"}, "Waiting");
        this.chart = new Chart();
        this.button = element("button", {type: "button"}, "Cancel");
        this.button.setAttribute("aria-label", "Cancel " + entry.name);
        this.button.addEventListener("click", () => this.leave());
        this.item = element("li", {}, element("span", {className: "name"}, entry.name), this.button, this.progress,
            this.rate, this.chart.element);
        at("downloads").prepend(this.item);
        at("downloads-section").hidden = false;
    }

    leave() {
        this.stopped.abort();
        this.item.remove();
        at("downloads-section").hidden = at("downloads").children.length === 0;
        (at("downloads").querySelector("button") ?? at("path").querySelector("[aria-current]")).focus();
    }

    async run() {
        running.add(this);
        try {
            await this.fetchAll();
            this.progress.value = this.progress.max;
            this.save();
            this.end(`Done: ${size(this.received)}`);
        } catch (failure) {
            if (!this.stopped.signal.aborted) {
                this.fail(`Failed after ${size(this.received)}: ${failure.message}`);
            }
        } finally {
            running.delete(this);
            showUsed();
            setTimeout(() => this.askPlan(), PLAN_MILLIS);
        }
    }

    fail(text) {
        this.rate.classList.add("error");
        this.end(text);
    }

    end(text) {
        this.rate.textContent = text;
        this.button.textContent = "Remove";
        this.button.setAttribute("aria-label", "Remove " + this.entry.name);
        at("download-news").textContent = `${this.entry.name}: ${text}`;
    }

    /** Fetches the file. After a lost connection, goes on where it was, unless the file has changed. */
    async fetchAll() {
        for (let tries = 0; ; tries++) {
            const before = this.received;
            try {
                await this.fetchRest();
                return;
            } catch (failure) {
                tries = this.received > before ? 0 : tries;
                const busy = failure.status === 429 || failure.status === 503;
                if ((failure.status && !busy) || this.stopped.signal.aborted || tries >= RETRIES) {
                    throw failure;
                }
                this.speed = 0;
                this.chart.add(performance.now(), 0, this.planned);
                showUsed();
                this.rate.textContent = busy ? `Waiting: ${failure.message}` : "Connecting again";
                await pause(Math.max(failure.retryMillis ?? 0, 500 * 2 ** tries));
                this.stopped.signal.throwIfAborted();
            }
        }
    }

    async fetchRest() {
        const headers = this.received > 0 ? {Range: `bytes=${this.received}-`, "If-Range": this.tag} : {};
        const answer = await ask(this.target, {headers, key: this.key, signal: this.stopped.signal});
        this.takePlan(answer);
        this.tag = answer.headers.get("ETag");
        if (answer.status === 200) {
            this.received = 0;
            this.parts = [];
            this.part = [];
            this.partBytes = 0;
            this.length = Number(answer.headers.get("Content-Length"));
            this.progress.max = Math.max(1, this.length);
        }
        this.shown = performance.now();
        this.samples = [];
        this.chart.add(this.shown, 0, this.planned);
        for await (const bytes of chunks(answer)) {
            this.add(bytes);
        }
        if (this.received !== this.length) {
            throw new Error("the connection was lost");
        }
    }

    add(bytes) {
        this.part.push(bytes);
        this.partBytes += bytes.length;
        this.received += bytes.length;
        if (this.partBytes >= PART_BYTES) {
            this.parts.push(new Blob(this.part));
            this.part = [];
            this.partBytes = 0;
        }
        const now = performance.now();
        if (now - this.shown >= SHOW_MILLIS) {
            this.shown = now;
            this.show(now);
        }
    }

    /** Shows the rate since the first call, before which the unused bytes of the plan came. */
    show(now) {
        this.samples.push([now, this.received]);
        while (this.samples.length > 2 && now - this.samples[1][0] > WINDOW_MILLIS) {
            this.samples.shift();
        }
        this.progress.value = this.received;
        if (this.samples.length === 1) {
            return;
        }
        const [since, bytes] = this.samples[0];
        this.speed = (this.received - bytes) * 1000 / Math.max(LEAST_MILLIS, now - since);
        this.rate.textContent = `${rate(this.speed)}${this.planned ? " of " + rate(this.planned) : ""}, `
            + `${size(this.received)} of ${size(this.length)}, `
            + `${duration((this.length - this.received) / Math.max(1, this.speed))} left`;
        this.chart.add(now, this.speed, this.planned);
        showUsed();
        if (now - this.asked > PLAN_MILLIS) {
            this.asked = now;
            this.askPlan();
        }
    }

    /** Shows what is left of the plan meanwhile. */
    askPlan() {
        ask(this.target, {method: "HEAD", key: this.key}).then(answer => this.takePlan(answer), () => {});
    }

    takePlan(answer) {
        const plan = planOf(answer);
        this.planned = plan.rate;
        if (this.key === currentKey()) {
            showPlan(plan);
        }
    }

    save() {
        const address = URL.createObjectURL(new Blob([...this.parts, ...this.part]));
        const link = element("a", {href: address, download: this.entry.name});
        link.click();
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
        this.parts = [];
        this.part = [];
    }
}

/** Shows what the downloads with the current key use. */
export function showUsed() {
    const own = [...running].filter(line => line.key === currentKey());
    at("plan-used").textContent = rate(own.reduce((sum, line) => sum + line.speed, 0));
}

async function* chunks(answer) {
    const reader = answer.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        yield next.value;
    }
}
