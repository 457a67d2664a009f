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
 * One request of a chain of calls, in which a server calls itself again and again. Immutable.
 *
 * <p>If a call fails, the chain stops at one level. That level answers with its depth and the reason, and the levels
 * above it repeat this text. So the client learns how deep the chain was and why it stopped.
 *
 * @param number how many further levels are still to be called
 * @param depth how many levels come before this one
 * @param delay how long the last level waits before it answers
 * @param timeout the longest time for the whole chain
 */
public record ChainLevel(int number, int depth, Duration delay, Duration timeout) {
    private static final Map<String, String> FIELDS =
            Map.of("Content-Type", "application/json", "Cache-Control", "no-store");

    /**
     * The header fields of an answer to another level of the chain. They close the connection, so that a chain leaves
     * no idle connection.
     */
    private static final Map<String, String> LAST_FIELDS =
            Map.of("Content-Type", "application/json", "Cache-Control", "no-store", "Connection", "close");

    private static final int OK = 200;
    private static final String STOPPED = "the chain stopped at depth ";
    /** Matches the text that says where and why the chain stopped, in the answer of the next level. */
    private static final Pattern TOLD = Pattern.compile("\"detail\":\"(" + STOPPED + "\\d{1,5}: [\\w ]{1,80})\"");

    private static final String TOO_SLOW = "\"/problems/" + Problem.CHAIN_TOO_SLOW.type() + "\"";

    /**
     * Returns whether this is the last level of the chain. The last level makes no call, and only waits for
     * {@link #delay}.
     */
    public boolean isLast() {
        return number == 0;
    }

    /**
     * Returns the longest time that this level waits for the answer of the next level. The first level waits for the
     * whole time-out. Each deeper level waits for a shorter time, but for at least half the time-out. So the deepest
     * waiting level gives up first, and can tell the levels above it where the chain stopped.
     */
    public Duration patience() {
        return timeout.minus(timeout.multipliedBy(depth).dividedBy(2L * Math.max(1, number + depth)));
    }

    /** Returns the header fields of this level's successful answer. */
    public Map<String, String> fields() {
        return depth == 0 ? FIELDS : LAST_FIELDS;
    }

    /** Returns the body of this level's successful answer: the {@link #depth} of the last level. */
    public String answer() {
        return "{\"depth\":" + (depth + number) + "}";
    }

    /**
     * Reads the answer of the next level, and returns the body of this level's answer.
     *
     * @param status the HTTP status of the next level's answer
     * @param body the body of the next level's answer
     * @throws RefusedException if the status is not 200
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

    /**
     * Returns the error response of this level after its call of the next level has failed. The response never contains
     * the message of {@code failure}.
     */
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
