package dev.weir.problem;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Chooses the problem document (RFC 9457) for a request that Spring or the web server refuses on the management port.
 * Thread-safe.
 */
public final class ManagementProblems {
    /** The most bytes that the body of a request may have. It is Spring WebFlux's default. */
    public static final int MOST_BODY_BYTES = 262_144;

    private ManagementProblems() {}

    /**
     * Returns the problem document to send, in JSON.
     *
     * @param status the HTTP status that Spring or the web server has chosen
     * @param failure the cause of the refusal, or null. If Spring could not parse a field of a JSON request, the
     *     document names this field
     */
    public static String json(int status, @Nullable Throwable failure) {
        return switch (status) {
            case 400 -> malformed(failure);
            case 404 -> Problem.UNKNOWN_ENDPOINT.json();
            case 405 -> Problem.METHOD_NOT_ALLOWED.json();
            case 406 -> Problem.NOT_ACCEPTABLE.json();
            case 413 -> Problem.CHANGE_TOO_LARGE.json();
            case 415 -> Problem.NOT_JSON.json();
            case 500, 502, 503, 504 -> Problem.INTERNAL.withStatus(status);
            default -> Problem.MALFORMED_REQUEST.withStatus(status);
        };
    }

    private static String malformed(@Nullable Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .filter(JacksonException.class::isInstance)
                .flatMap(cause -> ((JacksonException) cause).getPath().stream())
                .flatMap(reference -> Stream.ofNullable(reference.getPropertyName()))
                .findFirst()
                .map(field -> Problem.BAD_LIMIT.json(field + ": must be a number, a text, true or false"))
                .orElseGet(Problem.MALFORMED_REQUEST::json);
    }
}
