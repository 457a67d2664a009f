package dev.weir.perf.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTML page, checked by a parser that is stricter than a browser. */
record Page(String html) {
    private static final Pattern TAG = Pattern.compile("<(/?)([a-z0-9]+)((?:\\s[^<>]*)?)>");
    /** Elements whose end tag may be omitted in HTML. */
    private static final Set<String> UNCLOSED = Set.of("meta", "tr", "th", "td", "li", "p");

    /** Returns the first error, such as a wrong end tag or a {@code <} in the text. Returns "" if there is none. */
    String firstFault() {
        Deque<String> open = new ArrayDeque<>();
        Matcher tags = TAG.matcher(html.replaceFirst("<!doctype html>", ""));
        StringBuilder text = new StringBuilder();
        while (tags.find()) {
            tags.appendReplacement(text, "");
            String name = tags.group(2);
            if (UNCLOSED.contains(name) || tags.group(3).endsWith("/")) {
                continue;
            }
            if (tags.group(1).isEmpty()) {
                open.push(name);
            } else if (open.isEmpty() || !open.pop().equals(name)) {
                return "</" + name + "> closes something else";
            }
        }
        tags.appendTail(text);
        return !open.isEmpty() ? open + " left open" : text.indexOf("<") >= 0 ? "a < in the text" : "";
    }
}
