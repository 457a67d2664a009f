package dev.weir.servlet.web;

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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads one request body without blocking. {@link RequestBodies} writes the response when the body is complete, too
 * slow or refused. One thread at a time calls the listener methods. Any thread may call {@link #refuse}.
 */
final class BodyReading implements ReadListener, AsyncListener {
    private static final int MOST_BLOCK_BYTES = 8 * 1024;
    private static final int LEAST_BLOCK_BYTES = 512; // available() returns 1 when Tomcat's buffer is empty

    private final RequestBodies bodies;
    private final AsyncContext async;
    private final ServletInputStream in;
    private final HttpServletResponse response;
    private final RequestBodies.Reader reader;
    private final @Nullable TomcatStream stream; // null if the request has none
    private final ContainerLock lock;
    private long length; // of the body in bytes. -1 if unknown, or if trailer fields may still follow
    private long received;
    /** Whether the body is complete or has been abandoned. Guarded by {@code this}. */
    private boolean ended;

    private @Nullable Problem reason; // null before refuse

    BodyReading(
            RequestBodies bodies,
            AsyncContext async,
            HttpServletRequest request,
            HttpServletResponse response,
            RequestBodies.Reader reader)
            throws IOException {
        this.bodies = bodies;
        this.async = async;
        this.in = request.getInputStream();
        this.response = response;
        this.reader = reader;
        this.stream = TomcatStream.of(request);
        this.lock = ContainerLock.of(request);
        this.length = request.getContentLengthLong();
    }

    /** Starts to read the body. Call it once, on the thread that serves the request. */
    void start(HttpServletRequest request) {
        async.addListener(this);
        allowTime();
        Expectation.askForBody(request);
        in.setReadListener(this);
        if (received >= length) {
            lookForEnd();
        }
    }

    /**
     * Stops reading the body. A thread of the container later sends {@code problem} as the response. Does nothing if
     * the body has already ended. Any thread may call this method. It never blocks.
     */
    synchronized void refuse(Problem problem) {
        if (!ended) { // otherwise the context may belong to another request
            reason = problem;
            async.setTimeout(1);
        }
    }

    private synchronized void allowTime() {
        if (!ended && reason == null) {
            async.setTimeout(TimeUnit.NANOSECONDS.toMillis(bodies.nanos(received)));
        }
    }

    /** Polls for the end of the body, because Tomcat calls no listener when trailer fields end an HTTP/2 body. */
    private void lookForEnd() {
        if (stream != null && !in.isFinished()) {
            length = -1;
            AtomicBoolean isFound = new AtomicBoolean();
            lock.poll("weir-trailer", () -> isFound.get() || hasEnded(), () -> {
                if (!hasEnded() && in.isFinished()) {
                    isFound.set(true);
                    bodies.finishAside(async, lock, this::onAllDataRead);
                }
            });
        }
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    /** Marks the body as ended. Returns false if it had already ended. */
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
                    if (received == length) {
                        lookForEnd();
                    }
                }
            }
        } catch (RuntimeException | Error e) {
            abandon(e);
        }
        allowTime();
    }

    @Override
    public void onAllDataRead() {
        if (!end()) {
            return;
        }
        if (received != length && stream != null && stream.isOver()) { // Tomcat takes a reset for the end of the body
            reader.abandoned();
            stream.fail(); // so that Tomcat counts the reset as overhead
            RequestBodies.complete(async);
            return;
        }
        async.setTimeout(0); // the time limit applies to the body only
        try {
            CompletionStage<RequestBodies.Answer> answer = reader.whole();
            if (answer.toCompletableFuture().isDone()) {
                answer.whenComplete(this::finish);
            } else {
                answer.whenComplete((found, failure) -> bodies.finishAside(async, lock, () -> finish(found, failure)));
            }
        } catch (RuntimeException | Error e) {
            finish(null, e);
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        abandon(refusal());
    }

    @Override
    public void onError(Throwable failure) {
        if (end()) {
            reader.abandoned();
        }
    }

    private synchronized RefusedException refusal() {
        return reason == null ? RequestBodies.tooSlow(stream != null) : new RefusedException(reason);
    }

    private void abandon(Throwable failure) {
        if (end()) {
            reader.abandoned();
            finish(null, failure);
        }
    }

    private void finish(RequestBodies.@Nullable Answer answer, @Nullable Throwable failure) {
        bodies.finish(async, response, answer, failure);
    }

    /** Completes the request, too. If a request fails while it starts, Tomcat 11.0.25 neither ends nor logs it. */
    @Override
    public void onError(AsyncEvent event) {
        onError(event.getThrowable());
        RequestBodies.complete(async);
    }

    @Override
    public void onComplete(AsyncEvent event) {
        onError(new IOException("ended"));
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
