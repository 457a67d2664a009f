import {ask, pause} from "./api.js";

/** At most this many events wait for their topics. A poll asks for as many; its answer may have fewer. */
const MOST = 200;
const PAUSE_MILLIS = 500;
const LONGEST_MILLIS = 10_000;
/** After this many answers 429 in a row, or one other 4xx, there are no more polls. */
const MOST_REFUSALS = 3;

/** Returns the query that asks for these topics. */
export function query(topics) {
    return topics.map(topic => "topic=" + encodeURIComponent(topic)).join("&");
}

/**
 * Finds the topics of a stream's events. An event in a stream has no topic, but an event in a poll's JSON has one. Some
 * topics stay unknown: if events come faster than the polls read them, or if a poll fails.
 */
export class TopicFinder {
    #topics;
    #signal;
    /** For each event without a known topic: its id, the stream's position before it, and the element for the topic. */
    #unknown = new Map();
    #isAsking = false;
    #refusals = 0;

    /** `topics` are those of the stream, none for all. No poll begins after the signal. */
    constructor(topics, signal) {
        this.#topics = topics;
        this.#signal = signal;
    }

    /** Writes the topic of an event into an element: now if the stream has only one topic, else after a poll or never. */
    find(id, before, element) {
        if (this.#topics.length === 1) {
            element.textContent = this.#topics[0];
            return;
        }
        if (this.#refusals >= MOST_REFUSALS) {
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
            const asked = [...this.#unknown.keys()];
            const found = !this.#signal.aborted && await this.#poll().catch(failure => this.#failed(failure));
            if (!found) {
                asked.forEach(id => this.#unknown.delete(id)); // their elements stay empty
            }
        }
        this.#isAsking = false;
    }

    /** Returns whether to poll again for the same events. */
    async #failed({status, retryMillis}) {
        if (status === 429 && ++this.#refusals < MOST_REFUSALS) {
            await pause(retryMillis);
            return true;
        }
        if (status >= 400 && status < 500) {
            this.#refusals = MOST_REFUSALS;
            this.#unknown.clear();
        }
        return false;
    }

    /** Polls once. Returns whether it found a topic. */
    async #poll() {
        const [{before}] = this.#unknown.values();
        const target = `events/next?after=${encodeURIComponent(before)}&timeout=0&max=${MOST}&${query(this.#topics)}`;
        const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(LONGEST_MILLIS)]);
        const answer = await ask(target, {signal});
        this.#refusals = 0;
        const events = answer.status === 204 ? [] : await answer.json();
        const known = events.filter(event => this.#unknown.has(event.id));
        for (const {id, topic} of known) {
            this.#unknown.get(id).element.textContent = topic;
            this.#unknown.delete(id);
        }
        return known.length > 0;
    }
}
