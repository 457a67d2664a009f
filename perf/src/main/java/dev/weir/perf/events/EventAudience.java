package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A publisher, and subscribers that must each get every event once and in order.
 *
 * <p>Confined to the generator's loop: so is every method of a subclass that says nothing else.
 */
public abstract sealed class EventAudience implements Subscription.Owner permits EventLoad, ReturningLoad {
    /** The key of the publisher. */
    public static final String TOKEN = "weir-perf-publisher";

    final Generator generator;
    final InetSocketAddress server;
    final EventRecorder recorder = new EventRecorder();
    final EventPublisher publisher;
    private final Map<String, Long> errors = new TreeMap<>();
    private int ready;

    EventAudience(Generator generator, InetSocketAddress server) {
        this.generator = generator;
        this.server = server;
        publisher = new EventPublisher(generator, server, TOKEN, this);
    }

    /** The number of subscribers, each of which must get each event. */
    abstract int size();

    final void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    /** Publishes events back to back. */
    final void publish(int together, long intendedNanos) {
        publisher.publish(Stream.generate(() -> recorder.next(intendedNanos))
                .limit(together)
                .toList());
    }

    /** How many subscriptions the server has answered. */
    public final int ready() {
        return ready;
    }

    /** Whether every subscriber has every event, and none is being published. */
    public final boolean isQuiet() {
        return publisher.isIdle() && recorder.isWith(size());
    }

    /** Deliveries since the start. */
    public final long deliveries() {
        return recorder.deliveries();
    }

    /** Deliveries of published events that have not come yet. */
    public abstract long missing();

    Map<String, Long> errors() {
        return errors;
    }

    /** A copy of the counts of the window so far, which another thread may read. */
    public final EventRecorder.EventRecording recording() {
        return recorder.recording(size(), errors());
    }

    @Override
    public final void subscribed() {
        ready++;
    }

    @Override
    public void delivered(int number, byte[] bytes, int from, int to, long nowNanos) {
        recorder.delivered(number, bytes, from, to, size(), nowNanos);
    }

    @Override
    public void ended(Connection connection, String reason) {
        failed(reason);
    }
}
