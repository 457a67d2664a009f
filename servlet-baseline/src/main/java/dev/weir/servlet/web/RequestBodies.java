package dev.weir.servlet.web;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.TomcatStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads request bodies in all models without blocking a thread. The time limit is {@link ConnectionLimits#bodyNanos},
 * and grows with each received byte. A body that exceeds it is answered with 408.
 */
public final class RequestBodies {
    /** Receives one body. One thread of the container at a time calls it. */
    public interface Reader {
        /**
         * Takes the next bytes.
         *
         * @throws RefusedException to refuse the body. The client gets the problem, and no more bytes are read
         */
        void add(ByteBuffer bytes);

        /**
         * Creates the answer to the complete body. If this method or its result fails with a {@link RefusedException},
         * the client gets the problem. After any other failure the client gets status 500.
         */
        CompletionStage<Answer> whole();

        /** Releases the body's resources, because the body will not be completed. */
        default void abandoned() {}
    }

    /** Writes the answer. May block until the client reads. */
    public interface Answer {
        void write(HttpServletResponse response) throws IOException;
    }

    private final ConnectionLimits limits;
    private final ProblemAdvice advice;

    RequestBodies(ConnectionLimits limits, ProblemAdvice advice) {
        this.limits = limits;
        this.advice = advice;
    }

    /** Starts to read a body, and returns at once. Call it on the request's thread. */
    BodyReading read(HttpServletRequest request, HttpServletResponse response, Reader reader) throws IOException {
        AsyncContext async = request.startAsync();
        boolean overHttp2 = TomcatStream.of(request) != null;
        BodyReading reading = new BodyReading(this, async, request.getInputStream(), response, reader, overHttp2);
        reading.start(request);
        return reading;
    }

    long nanos(long received) {
        return limits.bodyNanos(received);
    }

    /** Writes the answer or the problem, and completes the request. */
    void finish(
            AsyncContext async, HttpServletResponse response, @Nullable Answer answer, @Nullable Throwable failure) {
        try {
            if (answer != null) {
                answer.write(response);
            } else if (failure != null) {
                advice.answer(
                        failure instanceof CompletionException e && e.getCause() != null ? e.getCause() : failure,
                        response);
            }
        } catch (IOException | RuntimeException e) {
            // The client has left. The advice has logged any other failure.
        } finally {
            complete(async);
        }
    }

    /**
     * Runs {@link #finish} on a thread of the container, because it may block. While the container stops, completes the
     * request without an answer.
     */
    void finishAside(
            AsyncContext async, HttpServletResponse response, @Nullable Answer answer, @Nullable Throwable failure) {
        try {
            async.start(() -> finish(async, response, answer, failure));
        } catch (RuntimeException e) {
            complete(async);
        }
    }

    private static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (IllegalStateException e) {
            // Tomcat has ended the request.
        }
    }

    /**
     * Creates the refusal of a slow sender. Over HTTP/2 it has no {@code Connection} field, which would make the
     * response malformed (RFC 9113, 8.2.2).
     */
    public static RefusedException tooSlow(boolean overHttp2) {
        return overHttp2 ? new RefusedException(Problem.TOO_SLOW, Map.of()) : new RefusedException(Problem.TOO_SLOW);
    }
}
