package dev.weir.servlet;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
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
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests without a thread, for all models: only what has come is worked on.
 *
 * <p>A body has the time that {@link ConnectionLimits#bodyNanos} allows for what has come of it; a sender that trickles is
 * answered with 408. Tomcat watches that time with one thread for all requests.
 */
public final class RequestBodies {
    private static final int BLOCK_BYTES = 8 * 1024;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** What becomes of one body. Called by one thread at a time, each a container's. */
    public interface Reader {
        /**
         * Takes what has come next.
         *
         * @throws RefusedException when it is not wanted: the client is told, and nothing more is read
         */
        void add(ByteBuffer bytes);

        /** The body is whole. If this throws a {@link RefusedException}, or what it returns fails with one, the client is told. */
        CompletionStage<Answer> whole() throws IOException;

        /** The body will not be whole. */
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

    /** Reads a body that is wanted; returns before it is there, and the request goes on. On the request's thread. */
    public Reading read(HttpServletRequest request, HttpServletResponse response, Reader reader) throws IOException {
        AsyncContext async = request.startAsync();
        Reading reading = new Reading(async, request.getInputStream(), response, reader);
        async.addListener(reading);
        reading.allowTime();
        RequestAdapter.askForBody(request);
        reading.in.setReadListener(reading);
        if (request.getContentLengthLong() < 0 && TomcatStream.of(request) != null) {
            ContainerLock lock = ContainerLock.of(request);
            Thread.ofVirtual().name("weir-trailer").start(() -> reading.lookForEnd(lock));
        }
        return reading;
    }

    /** One body. */
    public final class Reading implements ReadListener, AsyncListener {
        private final AsyncContext async;
        private final ServletInputStream in;
        private final HttpServletResponse response;
        private final Reader reader;
        private long received;
        /** Whether somebody answers, or nobody will. Under the lock, under which nobody else is called. */
        private boolean ended;

        private @Nullable Problem reason;

        private Reading(AsyncContext async, ServletInputStream in, HttpServletResponse response, Reader reader) {
            this.async = async;
            this.in = in;
            this.response = response;
            this.reader = reader;
        }

        /** Ends it soon, if the body is not whole yet, with what the client is told. On any thread; does not wait. */
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

        /** Tomcat tells nobody that a body of HTTP/2 has ended by trailer fields; it is asked until the time is over. */
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

        /** Whether this call has ended it. */
        private synchronized boolean end() {
            boolean first = !ended;
            ended = true;
            return first;
        }

        @Override
        public void onDataAvailable() throws IOException {
            byte[] block = new byte[BLOCK_BYTES];
            try {
                while (!hasEnded() && in.isReady() && !in.isFinished()) {
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
            async.setTimeout(0); // what is waited for from here on is the server's own
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
            abandon(new RefusedException(told()));
        }

        /** The client has left, or what it sends is malformed. */
        @Override
        public void onError(Throwable failure) {
            if (end()) {
                reader.abandoned();
            }
        }

        private synchronized Problem told() {
            return reason == null ? Problem.TOO_SLOW : reason;
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
                // Tomcat has ended it meanwhile.
            }
        }

        /** Tomcat tells the listener of the request what it also tells that of the body. */
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
