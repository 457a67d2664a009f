import {ask, pause} from "./api.js";

/** The most events whose topics are not yet known, and the most events of one poll. */
const MOST = 200;
const PAUSE_MILLIS = 500;

/** Returns the query that asks for these topics. */
export function query(topics) {
    return topics.map(topic => "topic=" + encodeURIComponent(topic)).join("&");
}

/** Finds the topics of a stream's events. An event in a stream has no topic, but an event in a poll's JSON has one. */
export class TopicFinder {
    #topics;
    #signal;
    /** For each event without a known topic: its id, the stream's position before it, and the element for the topic. */
    #unknown = new Map();
    #isAsking = false;

    /** `topics` are those of the stream, none for all. No poll begins after the signal. */
    constructor(topics, signal) {
        this.#topics = topics;
        this.#signal = signal;
    }

    /** Writes the topic of an event into an element: now if the stream has only one topic, else after a poll. */
    find(id, before, element) {
        if (this.#topics.length === 1) {
            element.textContent = this.#topics[0];
            return;
        }
        this.#unknown.set(id, {before, element});
        if (this.#unknown.size > MOST) {
            this.#unknown.delete(this.#unknown.keys().next().value);
        }
        if (!this.#isAsking) {
            this.#askUntilKnown();
        }
    }

    async #askUntilKnown() {
        this.#isAsking = true;
        while (this.#unknown.size > 0) {
            await pause(PAUSE_MILLIS); // one poll for many events
            const found = this.#signal.aborted ? false : await this.#poll().catch(() => false);
            if (!found) {
                this.#unknown.clear(); // the elements stay empty
            }
        }
        this.#isAsking = false;
    }

    /** Polls once. Returns whether it found a topic. */
    async #poll() {
        const [{before}] = this.#unknown.values();
        const after = `after=${encodeURIComponent(before)}&timeout=0&max=${MOST}`;
        const answer = await ask(`events/next?${after}&${query(this.#topics)}`, {signal: this.#signal});
        const events = answer.status === 204 ? [] : await answer.json();
        const known = events.filter(event => this.#unknown.has(event.id));
        for (const {id, topic} of known) {
            this.#unknown.get(id).element.textContent = topic;
            this.#unknown.delete(id);
        }
        return known.length > 0;
    }
}
