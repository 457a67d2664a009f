package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A load with one publisher and many subscribers. Checks that each subscriber gets every event once and in order. */
public abstract sealed class EventAudience implements Subscription.Owner permits EventLoad, ReturningLoad {
    public static final String TOKEN = "weir-perf-publisher";
    /** The delay before the first publication, as a fraction of the time between two publications. */
    private static final double PHASE = 0.1;

    final Generator generator;
    private final InetSocketAddress server;
    private final int together;
    private final EventRecorder recorder = new EventRecorder();
    private final EventPublisher publisher;
    private final Map<Connection, List<Subscription>> subscriptions = new HashMap<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private int size;
    private int ready;
    private boolean publishesAsHeard; // publishes as soon as each subscriber has the last event
    private Window window = Window.NEVER;
    private double periodNanos;
    private int period;

    /** Creates a load that has no subscribers yet. {@code together} is the number of events in each publication. */
    EventAudience(Generator generator, InetSocketAddress server, int together) {
        this.generator = generator;
        this.server = server;
        this.together = together;
        publisher = new EventPublisher(generator, server, this);
    }

    final void connect(InetSocketAddress source, Connection connection, List<Subscription> carried) {
        subscriptions.put(connection, carried);
        size += carried.size();
        generator.connect(server, source, connection);
    }

    final void forget(Connection connection) {
        List<Subscription> carried = subscriptions.remove(connection);
        size -= carried == null ? 0 : carried.size();
    }

    final void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    public final void publishAsHeard(boolean on) {
        publishesAsHeard = on;
        publishDue();
    }

    public final void publish(Window ahead, double perSecond) {
        publish(ahead, perSecond, 0);
    }

    /**
     * Publishes {@code perSecond} events a second until the window ends. The first {@code earlier} publications come
     * before the window, and answer the polls that wait then. Later polls wait only from one publication to the next.
     */
    public final void publish(Window ahead, double perSecond, int earlier) {
        measure(ahead);
        window = ahead;
        periodNanos = together / perSecond * 1e9;
        period = -earlier;
        generator.at(dueNanos(), this::publishDue);
    }

    public final void measure(Window ahead) {
        recorder.measure(ahead);
    }

    public final void publishNow() {
        publish(System.nanoTime());
    }

    private void publish(long intendedNanos) {
        publisher.publish(Stream.generate(() -> recorder.next(intendedNanos))
                .limit(together)
                .toList());
    }

    private long dueNanos() {
        return window.fromNanos() + (long) ((period + PHASE) * periodNanos);
    }

    final void publishDue() {
        if (!publisher.isIdle() || size == 0) {
            return;
        }
        long nowNanos = System.nanoTime();
        long dueNanos = dueNanos();
        if (publishesAsHeard) {
            if (recorder.isWith(size)) {
                publish(nowNanos);
            }
        } else if ((period < 0 || window.contains(dueNanos)) && dueNanos - nowNanos <= 0) {
            period++;
            publish(dueNanos);
            generator.at(dueNanos(), this::publishDue);
        }
    }

    final int size() {
        return size;
    }

    public final int ready() {
        return ready;
    }

    public final boolean isQuiet() {
        return publisher.isIdle() && recorder.isWith(size);
    }

    public final int published() {
        return recorder.published();
    }

    public final long deliveries() {
        return recorder.deliveries();
    }

    public final long missing() {
        return subscriptions.values().stream()
                .flatMap(List::stream)
                .mapToLong(subscription -> published() - subscription.seen())
                .sum();
    }

    Map<String, Long> errors() {
        return errors;
    }

    public final EventRecorder.EventRecording recording() {
        return recorder.recording(size, errors());
    }

    @Override
    public final void subscribed() {
        ready++;
    }

    @Override
    public final void delivered(int number, byte[] bytes, int from, int to, long nowNanos) {
        recorder.delivered(number, bytes, from, to, size, nowNanos);
        if (publishesAsHeard) {
            publishDue();
        }
    }

    @Override
    public final void polled(long sentNanos, long answeredNanos, boolean found) {
        recorder.polled(sentNanos, answeredNanos, found);
    }

    @Override
    public void accepted() {
        publishDue();
    }
}
