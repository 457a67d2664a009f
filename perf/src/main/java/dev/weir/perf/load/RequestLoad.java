package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.PrimitiveIterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Requests over a fixed number of keep-alive connections until the recorder's window is over; the two loads differ only
 * in when a request is meant to start.
 *
 * <p>Confined to the generator's loop, but for {@link #over()}.
 */
public abstract sealed class RequestLoad {
    final Generator generator;
    final RequestRecorder recorder;
    private final Requests requests;
    private final Connections connections;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    RequestLoad(Generator generator, Requests requests, RequestRecorder recorder, Supplier<InetSocketAddress> sources) {
        this.generator = generator;
        this.recorder = recorder;
        this.requests = requests;
        this.connections = new Connections(this, requests, sources);
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

    /**
     * An open load: requests start as planned, whatever became of the earlier ones.
     *
     * <p>When all connections are busy, a request that is due waits in the generator, in the order of the plan, and its
     * response time says so, for it counts from the intended start. What waits is not kept anywhere: it is the part of the
     * plan between the last request sent and now. So a stall of any length takes no memory, and afterwards the requests go
     * out as fast as the connections allow, with the starts they were meant to have.
     */
    public static final class OpenLoop extends RequestLoad {
        private final long startNanos;
        private final PrimitiveIterator.OfLong plan;
        private long nextNanos;
        private boolean wakeUpSet;

        private OpenLoop(
                Generator generator,
                Requests requests,
                RequestRecorder recorder,
                Supplier<InetSocketAddress> sources,
                Arrivals arrivals,
                long startNanos) {
            super(generator, requests, recorder, sources);
            this.startNanos = startNanos;
            plan = arrivals.offsetsNanos();
            nextNanos = startNanos + plan.nextLong();
            Duration length = Duration.ofNanos(recorder.window().toNanos() - startNanos);
            arrivals.within(length, offset -> recorder.planned(startNanos + offset));
        }

        /**
         * On the generator's loop.
         *
         * @param connections at most so many requests are under way
         * @param sources where each connection comes from
         * @param startNanos when the plan begins; what lies before the recorder's window warms up
         */
        public static OpenLoop start(
                Generator generator,
                Requests requests,
                RequestRecorder recorder,
                int connections,
                Supplier<InetSocketAddress> sources,
                Arrivals arrivals,
                long startNanos) {
            OpenLoop load = new OpenLoop(generator, requests, recorder, sources, arrivals, startNanos);
            load.open(connections);
            return load;
        }

        @Override
        long nextNanos(long nowNanos) {
            return nextNanos;
        }

        @Override
        void sent(long intendedNanos) {
            nextNanos = startNanos + plan.nextLong();
        }

        @Override
        void idleUntil(long dueNanos) {
            if (!wakeUpSet) {
                wakeUpSet = true;
                generator.at(dueNanos, () -> {
                    wakeUpSet = false;
                    sendDue();
                });
            }
        }
    }

    /**
     * A closed load without think time: on each connection the next request starts when the last answer is there; it ends with
     * the window, or with the last request.
     */
    public static final class ClosedRequests extends RequestLoad {
        private ClosedRequests(
                Generator generator, Requests requests, RequestRecorder recorder, Supplier<InetSocketAddress> sources) {
            super(generator, requests, recorder, sources);
        }

        /**
         * On the generator's loop.
         *
         * @param sources where each connection comes from
         */
        public static ClosedRequests start(
                Generator generator,
                Requests requests,
                RequestRecorder recorder,
                int connections,
                Supplier<InetSocketAddress> sources) {
            ClosedRequests load = new ClosedRequests(generator, requests, recorder, sources);
            load.open(connections);
            return load;
        }

        @Override
        long nextNanos(long nowNanos) {
            return hasNext() ? nowNanos : recorder.window().toNanos();
        }

        @Override
        void sent(long intendedNanos) {
            recorder.planned(intendedNanos);
        }

        @Override
        void idleUntil(long nextNanos) {
            throw new IllegalStateException("a closed load sends whenever it can");
        }
    }
}
