const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

export const at = id => document.getElementById(id);

/** Creates an element. Strings among the children become text, never HTML. */
export function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

/** Returns a length in a unit in which it has one to four digits, such as "1.5 MiB". */
export function size(bytes) {
    let unit = 0;
    while (bytes >= 1024 && unit < UNITS.length - 1) {
        bytes /= 1024;
        unit++;
    }
    return (unit === 0 || bytes >= 10 ? bytes.toFixed(0) : bytes.toFixed(1)) + " " + UNITS[unit];
}

export const rate = bytes => size(bytes) + "/s";

export function duration(seconds) {
    const whole = Math.ceil(seconds);
    if (whole < 60) {
        return whole + " s";
    }
    return whole < 3600
        ? Math.floor(whole / 60) + " min " + (whole % 60) + " s"
        : Math.floor(whole / 3600) + " h " + Math.floor(whole % 3600 / 60) + " min";
}

/** Returns the date and the time of day of an instant, such as "2026-01-02T03:04:05Z". */
export const dateAndClock = instant => [instant.slice(0, 10), " " + instant.slice(11, 16)];

export const encoded = path => path.split("/").map(encodeURIComponent).join("/");

export const counted = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
