package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.util.function.Supplier;

/**
 * A closed load without think time: on each connection the next request starts when the last answer is there; it ends with
 * the window, or with the last request.
 */
public final class ClosedRequests extends RequestLoad {
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
        return hasNext() ? nowNanos : recorder().window().toNanos();
    }

    @Override
    void sent(long intendedNanos) {
        recorder().planned(intendedNanos);
    }

    @Override
    void idleUntil(long nextNanos) {
        throw new IllegalStateException("a closed load sends whenever it can");
    }
}
