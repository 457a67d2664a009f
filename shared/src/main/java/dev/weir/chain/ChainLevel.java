package dev.weir.chain;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One request of a chain of calls. Immutable.
 *
 * <p>A chain stops at one level only. That level names its depth, and the levels above it repeat its words. So the
 * client learns how deep the chain was and why it stopped.
 *
 * @param number how many levels are still to be called
 * @param depth how many levels have called before this one
 * @param delay how long the last level waits before it answers
 * @param timeout the longest time for the whole chain
 */
public record ChainLevel(int number, int depth, Duration delay, Duration timeout) {
    private static final Map<String, String> FIELDS =
            Map.of("Content-Type", "application/json", "Cache-Control", "no-store");

    /** With the answer to another level the connection ends, so that a chain leaves no idle connections behind. */
    private static final Map<String, String> LAST_FIELDS =
            Map.of("Content-Type", "application/json", "Cache-Control", "no-store", "Connection", "close");

    private static final int OK = 200;
    private static final String STOPPED = "the chain stopped at depth ";
    private static final Pattern TOLD = Pattern.compile("\"detail\":\"(" + STOPPED + "\\d{1,5}: [\\w ]{1,80})\"");
    private static final String TOO_SLOW = "\"/problems/" + Problem.CHAIN_TOO_SLOW.type() + "\"";

    /** Whether this level calls nobody and only waits for {@link #delay}. */
    public boolean isLast() {
        return number == 0;
    }

    /**
     * Returns the longest time that this level waits for the next one. The deeper the level, the shorter the time: the
     * first one waits for the whole time-out, and a last one would wait for half of it. Otherwise the first level would
     * give up first, and could not tell where the chain stopped.
     */
    public Duration patience() {
        return timeout.minus(timeout.multipliedBy(depth).dividedBy(2L * Math.max(1, number + depth)));
    }

    /** Returns the header fields of the answer when the whole chain has answered. */
    public Map<String, String> fields() {
        return depth == 0 ? FIELDS : LAST_FIELDS;
    }

    /** Returns the body of the answer when the whole chain has answered. */
    public String answer() {
        return "{\"depth\":" + (depth + number) + "}";
    }

    /**
     * Reads the answer of the next level, and returns the answer of this one.
     *
     * @throws RefusedException if the next level has failed
     */
    public String answer(int status, byte[] body) {
        if (status == OK) {
            return answer();
        }
        String text = new String(body, StandardCharsets.US_ASCII);
        Matcher told = TOLD.matcher(text);
        if (!told.find()) {
            throw stopped(Problem.CHAIN_BROKEN, "the next level answered " + status);
        }
        throw new RefusedException(
                text.contains(TOO_SLOW) ? Problem.CHAIN_TOO_SLOW : Problem.CHAIN_BROKEN, told.group(1));
    }

    /** Returns the refusal for a call that failed, with constant words instead of the failure's message. */
    public RefusedException refusal(Throwable failure) {
        List<Throwable> causes = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(10)
                .toList();
        for (Throwable cause : causes) {
            if (cause instanceof RefusedException refused) {
                return refused;
            }
        }
        if (any(causes, TimeoutException.class::isInstance)) {
            return stopped(
                    Problem.CHAIN_TOO_SLOW, "no answer within " + patience().toMillis() + " ms");
        }
        return stopped(Problem.CHAIN_BROKEN, reason(causes));
    }

    private static String reason(List<Throwable> causes) {
        if (any(causes, cause -> String.valueOf(cause.getMessage()).contains("Too many open files"))) {
            return "the process has no free file descriptor";
        }
        if (any(causes, OutOfMemoryError.class::isInstance)) {
            return "the process has no memory or thread left";
        }
        if (any(causes, ConnectException.class::isInstance)) {
            return "the next level refused the connection";
        }
        if (any(causes, CancellationException.class::isInstance)) {
            return "the client has left";
        }
        return "the connection broke before the answer";
    }

    private static boolean any(List<Throwable> causes, Predicate<Throwable> wanted) {
        return causes.stream().anyMatch(wanted);
    }

    private RefusedException stopped(Problem problem, String reason) {
        return new RefusedException(problem, STOPPED + depth + ": " + reason);
    }
}
