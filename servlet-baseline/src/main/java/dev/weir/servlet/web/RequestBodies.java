package dev.weir.servlet.web;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.Expectation;
import dev.weir.servlet.connector.exchange.TomcatStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests for all models. No thread waits for a body; a thread runs only when bytes have come.
 *
 * <p>The time limit of a body is {@link ConnectionLimits#bodyNanos}, and grows with the bytes received. A sender that
 * is too slow gets 408. One thread of Tomcat watches the time of all requests.
 */
public final class RequestBodies {
    private static final int MOST_BLOCK_BYTES = 8 * 1024;

    /**
     * The smallest array for a read. {@code available()} returns only 1 while Tomcat's buffer is empty, even if more
     * bytes have come.
     */
    private static final int LEAST_BLOCK_BYTES = 512;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** Receives one body. Called by one thread at a time, always a thread of the container. */
    public interface Reader {
        /**
         * Takes the next bytes.
         *
         * @throws RefusedException to refuse the body: the client gets the problem, and nothing more is read
         */
        void add(ByteBuffer bytes);

        /**
         * The body is complete. If this throws a {@link RefusedException}, or its result fails with one, the client
         * gets the problem.
         */
        CompletionStage<Answer> whole() throws IOException;

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
    public Reading read(HttpServletRequest request, HttpServletResponse response, Reader reader) throws IOException {
        AsyncContext async = request.startAsync();
        boolean overHttp2 = TomcatStream.of(request) != null;
        Reading reading = new Reading(async, request.getInputStream(), response, reader, overHttp2);
        async.addListener(reading);
        reading.allowTime();
        Expectation.askForBody(request);
        reading.in.setReadListener(reading);
        if (request.getContentLengthLong() < 0 && overHttp2) {
            ContainerLock lock = ContainerLock.of(request);
            Thread.ofVirtual().name("weir-trailer").start(() -> reading.lookForEnd(lock));
        }
        return reading;
    }

    /** Over HTTP/2, a Connection field makes a response malformed (RFC 9113, 8.2.2). */
    static RefusedException tooSlow(boolean overHttp2) {
        return overHttp2 ? new RefusedException(Problem.TOO_SLOW, Map.of()) : new RefusedException(Problem.TOO_SLOW);
    }

    /** One body. */
    public final class Reading implements ReadListener, AsyncListener {
        private final AsyncContext async;
        private final ServletInputStream in;
        private final HttpServletResponse response;
        private final Reader reader;
        private final boolean overHttp2;
        private long received;
        /** Whether the body is complete or given up. Guarded by this; the reader is never called under that lock. */
        private boolean ended;

        private @Nullable Problem reason;

        private Reading(
                AsyncContext async,
                ServletInputStream in,
                HttpServletResponse response,
                Reader reader,
                boolean overHttp2) {
            this.async = async;
            this.in = in;
            this.response = response;
            this.reader = reader;
            this.overHttp2 = overHttp2;
        }

        /**
         * If the body is not complete yet, ends it soon, and sends the problem to the client. Any thread; never waits.
         */
        public synchronized void refuse(Problem problem) {
            if (!ended) { // or Tomcat may have given the context to another request
                reason = problem;
                async.setTimeout(1);
            }
        }

        private synchronized void allowTime() {
            if (!ended && reason == null) {
                async.setTimeout(TimeUnit.NANOSECONDS.toMillis(limits.bodyNanos(received)));
            }
        }

        /**
         * Tomcat does not notify a listener if trailer fields end an HTTP/2 body. So this polls until the body has
         * ended.
         */
        private void lookForEnd(ContainerLock lock) {
            try {
                while (!hasEnded()) {
                    Thread.sleep(BETWEEN_LOOKS);
                    lock.run(this::endIfWhole);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void endIfWhole() {
            try {
                if (!hasEnded() && in.isFinished()) {
                    onAllDataRead();
                }
            } catch (IOException e) {
                onError(e);
            }
        }

        private synchronized boolean hasEnded() {
            return ended;
        }

        /** Marks the body as ended; returns whether this call was the first to do so. */
        private synchronized boolean end() {
            boolean first = !ended;
            ended = true;
            return first;
        }

        @Override
        public void onDataAvailable() throws IOException {
            try {
                while (!hasEnded() && in.isReady() && !in.isFinished()) {
                    byte[] block = new byte[Math.clamp(in.available(), LEAST_BLOCK_BYTES, MOST_BLOCK_BYTES)];
                    int bytes = in.read(block);
                    if (bytes > 0) {
                        received += bytes;
                        reader.add(ByteBuffer.wrap(block, 0, bytes));
                    }
                }
            } catch (RuntimeException e) {
                abandon(e);
            }
            allowTime();
        }

        @Override
        public void onAllDataRead() throws IOException {
            if (!end()) {
                return;
            }
            async.setTimeout(0); // from here on the client is not waited for
            try {
                CompletionStage<Answer> answer = reader.whole();
                if (answer.toCompletableFuture().isDone()) {
                    answer.whenComplete(this::finish);
                } else { // on a thread that may wait for the client
                    answer.whenComplete((found, failure) -> async.start(() -> finish(found, failure)));
                }
            } catch (RuntimeException e) {
                finish(null, e);
            }
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            abandon(refusal());
        }

        /** The client has left, or what it sends is malformed. */
        @Override
        public void onError(Throwable failure) {
            if (end()) {
                reader.abandoned();
            }
        }

        private synchronized RefusedException refusal() {
            if (reason != null) {
                return new RefusedException(reason);
            }
            return tooSlow(overHttp2);
        }

        private void abandon(RuntimeException failure) {
            if (end()) {
                reader.abandoned();
                finish(null, failure);
            }
        }

        private void finish(@Nullable Answer answer, @Nullable Throwable failure) {
            try {
                if (answer != null) {
                    answer.write(response);
                } else if (failure != null) {
                    advice.answer(
                            failure instanceof CompletionException e && e.getCause() != null ? e.getCause() : failure,
                            response);
                }
            } catch (IOException | RuntimeException e) {
                // The client has left; a failure of ours is logged where it is found.
            } finally {
                complete();
            }
        }

        private void complete() {
            try {
                async.complete();
            } catch (IllegalStateException e) {
                // Tomcat has ended the request meanwhile.
            }
        }

        /** Tomcat reports an error to this listener of the request too, not only to the listener of the body. */
        @Override
        public void onError(AsyncEvent event) {
            onError(event.getThrowable());
        }

        @Override
        public void onComplete(AsyncEvent event) {
            onError(new IOException("ended"));
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
