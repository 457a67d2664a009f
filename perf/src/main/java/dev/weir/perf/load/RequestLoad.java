package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Requests over a fixed number of keep-alive connections until the recorder's window is over; the two loads differ only
 * in when a request is meant to start.
 *
 * <p>Confined to the generator's loop, but for {@link #over()}.
 */
public abstract sealed class RequestLoad permits OpenLoop, ClosedRequests {
    private final Generator generator;
    private final RequestRecorder recorder;
    private final Requests requests;
    private final Connections connections;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    RequestLoad(Generator generator, Requests requests, RequestRecorder recorder, Supplier<InetSocketAddress> sources) {
        this.generator = generator;
        this.recorder = recorder;
        this.requests = requests;
        this.connections = new Connections(generator, requests, recorder, sources, this::sendDue);
    }

    final Generator generator() {
        return generator;
    }

    final RequestRecorder recorder() {
        return recorder;
    }

    final boolean hasNext() {
        return requests.hasNext();
    }

    final void open(int count) {
        for (int i = 0; i < count; i++) {
            connections.open();
        }
        generator.at(recorder.window().toNanos(), this::sendDue);
    }

    /** Completes when every request that was meant to start before the end of the window is answered or lost. */
    public CompletableFuture<Void> over() {
        return over;
    }

    /** Breaks off what is under way. On the generator's loop. */
    public void close() {
        connections.close();
    }

    /** When the next request is meant to start. */
    abstract long nextNanos(long nowNanos);

    /** The request meant to start then is sent. */
    abstract void sent(long intendedNanos);

    /** A connection is idle, and nothing is due before {@code nextNanos}. */
    abstract void idleUntil(long nextNanos);

    final void sendDue() {
        long nowNanos = System.nanoTime();
        long nextNanos = nextNanos(nowNanos);
        while (connections.hasIdle() && nextNanos - nowNanos <= 0 && !isBeyond(nextNanos)) {
            sent(nextNanos);
            connections.send(nextNanos);
            nowNanos = System.nanoTime();
            nextNanos = nextNanos(nowNanos);
        }
        if (isBeyond(nextNanos)) {
            if (connections.underWay() == 0) {
                over.complete(null);
            }
        } else if (connections.hasIdle()) {
            idleUntil(nextNanos);
        }
    }

    private boolean isBeyond(long nextNanos) {
        return nextNanos - recorder.window().toNanos() >= 0;
    }
}
