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
 * Reads the bodies of requests for all models. No thread waits for a body. A thread runs only when bytes have come.
 *
 * <p>The time limit of a body is {@link ConnectionLimits#bodyNanos}, and grows with the bytes received. A sender that
 * is too slow gets 408. One thread of Tomcat watches the time of all requests.
 */
public final class RequestBodies {
    /** Receives one body. Called by one thread at a time, always a thread of the container. */
    public interface Reader {
        /**
         * Takes the next bytes.
         *
         * @throws RefusedException to refuse the body: the client gets the problem, and nothing more is read
         */
        void add(ByteBuffer bytes);

        /**
         * Answers the complete body. If this throws a {@link RefusedException}, or its result fails with one, the client
         * gets the problem. After any other failure the client gets 500.
         */
        CompletionStage<Answer> whole();

        /** The body will not be completed. */
        default void abandoned() {}
    }

    /** Writes the answer, and may wait for the client. */
    public interface Answer {
        void write(HttpServletResponse response) throws IOException;
    }

    private final ConnectionLimits limits;
    private final ProblemAdvice advice;

    RequestBodies(ConnectionLimits limits, ProblemAdvice advice) {
        this.limits = limits;
        this.advice = advice;
    }

    /** Begins to read a body, and returns without waiting for it. Call it on the request's thread. */
    BodyReading read(HttpServletRequest request, HttpServletResponse response, Reader reader) throws IOException {
        AsyncContext async = request.startAsync();
        boolean overHttp2 = TomcatStream.of(request) != null;
        BodyReading reading = new BodyReading(this, async, request.getInputStream(), response, reader, overHttp2);
        reading.start(request);
        return reading;
    }

    /** How long a body may take, after so many bytes have come. */
    long nanos(long received) {
        return limits.bodyNanos(received);
    }

    /** Writes the answer, or the problem for the failure, and completes the request. */
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

    /** As {@link #finish}, on a thread of the container, which may wait for the client. None is left when it stops. */
    void finishAside(
            AsyncContext async, HttpServletResponse response, @Nullable Answer answer, @Nullable Throwable failure) {
        try {
            async.start(() -> finish(async, response, answer, failure));
        } catch (RuntimeException e) {
            complete(async);
        }
    }

    /** Ends the request, unless Tomcat has ended it. */
    private static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (IllegalStateException e) {
            // Tomcat has ended the request.
        }
    }

    /** The refusal of a slow sender. Over HTTP/2, a Connection field makes a response malformed (RFC 9113, 8.2.2). */
    public static RefusedException tooSlow(boolean overHttp2) {
        return overHttp2 ? new RefusedException(Problem.TOO_SLOW, Map.of()) : new RefusedException(Problem.TOO_SLOW);
    }
}
