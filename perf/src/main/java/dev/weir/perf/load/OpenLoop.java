package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.PrimitiveIterator;
import java.util.function.Supplier;

/**
 * An open load: requests start as planned, whatever became of the earlier ones.
 *
 * <p>When all connections are busy, a request that is due waits in the generator, in the order of the plan, and its
 * response time says so, for it counts from the intended start. What waits is not kept anywhere: it is the part of the
 * plan between the last request sent and now. So a stall of any length takes no memory, and afterwards the requests go
 * out as fast as the connections allow, with the starts they were meant to have.
 */
public final class OpenLoop extends RequestLoad {
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
            generator().at(dueNanos, () -> {
                wakeUpSet = false;
                sendDue();
            });
        }
    }
}
