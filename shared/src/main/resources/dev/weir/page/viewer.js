import {at, element} from "./format.js";

const KINDS = [
    [/\.(mp4|m4v|webm|ogv|mov)$/i, "video"],
    [/\.(mp3|m4a|ogg|oga|opus|wav|flac)$/i, "audio"],
    [/\.(png|jpe?g|gif|webp|avif)$/i, "img"],
    [/\.(txt|pdf)$/i, "page"],
];

const kind = name => KINDS.find(([pattern]) => pattern.test(name))?.[1];

export const isViewable = name => kind(name) !== undefined;

/** Shows a picture, sound or film above the page, and a text or PDF in a new tab. */
export function view(name, target) {
    const shown = kind(name);
    if (shown === "page") {
        open(target + "?inline", "_blank", "noopener");
        return;
    }
    const media = shown === "img"
        ? element("img", {src: target + "?inline", alt: name})
        : element(shown, {src: target + "?inline", controls: true, autoplay: true});
    media.addEventListener("error", () => media.replaceWith(element("p", {className: "error"}, "It cannot be shown.")));
    at("viewer-title").textContent = name;
    at("viewer-content").replaceChildren(media);
    at("viewer").showModal();
}

export function start() {
    at("viewer-close").addEventListener("click", () => at("viewer").close());
    at("viewer").addEventListener("close", () => {
        const media = at("viewer-content").querySelector("video, audio");
        if (media) { // else the browser would go on loading
            media.pause();
            media.removeAttribute("src");
            media.load();
        }
        at("viewer-content").replaceChildren();
    });
}
