package dev.weir.perf.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The HTML page as a strict parser reads it. */
record Page(String html) {
    private static final Pattern TAG = Pattern.compile("<(/?)([a-z0-9]+)((?:\\s[^<>]*)?)>");
    /** Elements whose end tag HTML allows to omit. */
    private static final Set<String> UNCLOSED = Set.of("meta", "tr", "th", "td", "li", "p");

    /** Returns the first tag that is not closed in order, or angle bracket outside of tags. */
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
