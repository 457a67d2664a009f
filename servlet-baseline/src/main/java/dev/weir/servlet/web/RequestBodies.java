package dev.weir.servlet.web;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.ContainerLock;
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
 * Reads request bodies without blocking a thread, in every threading model. The client gets status 408 if its body
 * takes longer than {@link ConnectionLimits#bodyNanos}. The limit grows with each received byte.
 */
public final class RequestBodies {
    /** Receives the bytes of one request body. One thread at a time calls the methods. */
    public interface Reader {
        /**
         * Receives the next bytes of the body.
         *
         * @throws RefusedException if the body is refused. The client then gets the exception's problem document, and
         *     no more bytes are read
         */
        void add(ByteBuffer bytes);

        /**
         * Called when the body is complete. Returns the response to write. If this method or its result fails with a
         * {@link RefusedException}, the client gets the exception's problem document. After any other failure, the
         * client gets status 500.
         */
        CompletionStage<Answer> whole();

        /** Releases the reader's resources. Called instead of {@link #whole} if reading ends before the last byte. */
        default void abandoned() {}
    }

    /** The response to a complete request. {@link #write} may block until the client reads the response. */
    public interface Answer {
        void write(HttpServletResponse response) throws IOException;
    }

    private final ConnectionLimits limits;
    private final ProblemAdvice advice;

    RequestBodies(ConnectionLimits limits, ProblemAdvice advice) {
        this.limits = limits;
        this.advice = advice;
    }

    /** Starts to read the request's body and returns at once. Call it on the thread that serves the request. */
    BodyReading read(HttpServletRequest request, HttpServletResponse response, Reader reader) throws IOException {
        AsyncContext async = request.startAsync();
        BodyReading reading = new BodyReading(this, async, request, response, reader);
        reading.start(request);
        return reading;
    }

    long nanos(long received) {
        return limits.bodyNanos(received);
    }

    /** Writes {@code answer}, or a problem document for {@code failure}, and completes the request. May block. */
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
     * Runs {@code finish} on a thread of the container, because {@code finish} may block. If the container is stopping,
     * completes the request without a response.
     *
     * <p>The client may disconnect when it has the last byte of the response. At that time, {@code finish} may still
     * use the request. Another thread handles the disconnect. The lock keeps the two threads apart. Otherwise Tomcat
     * would fail, and would not log the request.
     */
    void finishAside(AsyncContext async, ContainerLock lock, Runnable finish) {
        try {
            async.start(() -> lock.run(finish));
        } catch (RuntimeException e) {
            complete(async);
        }
    }

    /** Completes the request, unless Tomcat has already ended it. */
    static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (IllegalStateException e) {
            // Tomcat has ended the request.
        }
    }

    /**
     * Returns the refusal (status 408) of a client that sends its body too slowly. Over HTTP/2, the refusal has no
     * {@code Connection} field, because HTTP/2 forbids that field (RFC 9113, 8.2.2).
     */
    public static RefusedException tooSlow(boolean overHttp2) {
        return overHttp2 ? new RefusedException(Problem.TOO_SLOW, Map.of()) : new RefusedException(Problem.TOO_SLOW);
    }
}
