package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A load of events from one publisher to many subscribers. Each must get every event once and in order. */
public abstract sealed class EventAudience implements Subscription.Owner permits EventLoad, ReturningLoad {
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
        publisher = new EventPublisher(generator, server, this);
    }

    abstract int size();

    final void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    final void publish(int together, long intendedNanos) {
        publisher.publish(Stream.generate(() -> recorder.next(intendedNanos))
                .limit(together)
                .toList());
    }

    public final int ready() {
        return ready;
    }

    public final boolean isQuiet() {
        return publisher.isIdle() && recorder.isWith(size());
    }

    public final long deliveries() {
        return recorder.deliveries();
    }

    public abstract long missing();

    Map<String, Long> errors() {
        return errors;
    }

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
