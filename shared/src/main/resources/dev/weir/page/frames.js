/**
 * Parses text/event-stream (WHATWG HTML, 9.2). Unlike EventSource, it returns events of every type, and ids without an
 * event.
 */
export class Frames {
    #rest = "";
    #frame = {};

    /** Returns the frames that this piece of text completes: {id?, type?, data?, retry?}. */
    read(text) {
        const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
        this.#rest = lines.pop();
        const frames = [];
        for (const line of lines) {
            if (line !== "") {
                this.#field(line);
                continue;
            }
            frames.push(this.#frame);
            this.#frame = {};
        }
        return frames;
    }

    #field(line) {
        const end = line.indexOf(":");
        const name = end < 0 ? line : line.slice(0, end);
        const value = end < 0 ? "" : line.slice(end + 1).replace(/^ /, "");
        const frame = this.#frame;
        if (name === "data") {
            frame.data = frame.data === undefined ? value : frame.data + "\n" + value;
        } else if (name === "event") {
            frame.type = value;
        } else if (name === "id" && !value.includes("\0")) {
            frame.id = value;
        } else if (name === "retry" && /^\d+$/.test(value)) {
            frame.retry = Number(value);
        }
    }
}
