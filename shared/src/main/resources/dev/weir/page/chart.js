const SECONDS = 30;
const HEADROOM = 1.15;
const [WIDTH, HEIGHT] = [100, 30];

function shape(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
}

/** Draws a rate over the last seconds, and a plan's rate as a dashed line. The same figures must stand beside it as text. */
export class Chart {
    #points = [];
    #area = shape("path", {class: "area"});
    #line = shape("path", {class: "line"});
    #limit = shape("path", {class: "limit"});

    constructor() {
        this.element = shape("svg",
            {class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true"});
        this.element.append(this.#area, this.#line, this.#limit);
    }

    /** Adds a point. The limit is 0 if there is none. */
    add(millis, rate, limit) {
        this.#points.push([millis, rate]);
        this.#points = this.#points.filter(([when]) => when > millis - SECONDS * 1000);
        const most = Math.max(limit, 1, ...this.#points.map(([, of]) => of)) * HEADROOM;
        const y = of => (HEIGHT * (1 - of / most)).toFixed(2);
        const x = when => (WIDTH * (1 - (millis - when) / (SECONDS * 1000))).toFixed(2);
        const line = this.#points.map(([when, of]) => `${x(when)} ${y(of)}`).join("L");
        this.#line.setAttribute("d", "M" + line);
        this.#area.setAttribute("d", `M${x(this.#points[0][0])} ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`);
        this.#limit.setAttribute("d", limit ? `M0 ${y(limit)}H${WIDTH}` : "");
    }
}
