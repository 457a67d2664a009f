package dev.weir.perf.clients;

import java.util.List;
import java.util.Optional;

/**
 * A difference from nginx that is meant; all but {@code why} are regular expressions.
 *
 * @param theirs nginx's value, or {@code -} for none
 */
record Deliberate(String probe, String field, String theirs, String ours, String why) {
    private static final String ANY = ".*";
    private static final String NONE = "-";
    private static final String PROBLEM = "unsatisfiable range|If-Match, other";
    private static final String NUMBER = "\\d+";

    private static final List<Deliberate> ALL = List.of(
            new Deliberate(ANY, "server", ANY, NONE, "which software and version answers is nobody's business"),
            new Deliberate(ANY, "connection", "keep-alive", NONE, "a connection of HTTP/1.1 is kept unless closed"),
            new Deliberate(ANY, "cache-control", NONE, "no-cache", "a file can change: a cache asks before it answers"),
            new Deliberate(ANY, "content-disposition", NONE, "attachment; .*", "a download, with its name (RFC 6266)"),
            new Deliberate(ANY, "ratelimit(-policy)?", NONE, ANY, "the client's plan, which nginx does not know"),
            new Deliberate(
                    ANY, "accept-ranges", NONE, "bytes", "said wherever content is sent, as RFC 9110 14.3 allows"),
            new Deliberate(
                    PROBLEM, "content-type", "text/html", "application/problem\\+json", "RFC 9457, for programs"),
            new Deliberate(PROBLEM, "content-length", NUMBER, NUMBER, "RFC 9457, for programs"),
            new Deliberate("several ranges", "content-length", NUMBER, NUMBER, "longer boundaries"));

    /** Why it differs, if that is meant. */
    static Optional<String> reason(Difference difference) {
        return ALL.stream()
                .filter(deliberate -> deliberate.covers(difference))
                .map(Deliberate::why)
                .findFirst();
    }

    private boolean covers(Difference difference) {
        return difference.probe().matches(probe)
                && difference.field().matches(field)
                && difference.theirs().matches(theirs)
                && difference.ours().matches(ours);
    }
}
