package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A load of subscribers that stay connected, each from a source address of its own. The next events are published
 * either at planned instants, or as soon as all subscribers have got the previous ones.
 */
public final class EventLoad extends EventAudience {
    /** The first event's delay in event periods: small, so that the last deliveries lie in the window. */
    private static final double PHASE = 0.1;

    private final Kind kind;
    private final int together;
    private final Set<Subscription.Subscriber> subscribers = new HashSet<>();
    private final List<EventClient.Stalled> stalled = new ArrayList<>();
    private int size;
    private boolean brokenOff;
    private boolean publishesAsHeard;
    private Window window = Window.NEVER;
    private double periodNanos;
    private int period;

    public enum Kind {
        STREAMS,
        POLLS,
        /** Every second subscriber long-polls, and the others use a stream. */
        BOTH
    }

    /** Makes a load without subscribers. Each publication sends {@code together} events at the same instant. */
    public EventLoad(Generator generator, InetSocketAddress server, Kind kind, int together) {
        super(generator, server);
        this.kind = kind;
        this.together = together;
    }

    void start(int count, Duration ramp) {
        generator.spread(count, ramp, _ -> {
            boolean stream = kind == Kind.STREAMS || (kind == Kind.BOTH && size % 2 == 0);
            EventClient client = stream ? new EventClient.StreamClient(this, 0, "") : new EventClient.PollClient(this);
            connect(client, client);
        });
    }

    /** Connects subscribers and waits until the server has answered all. Must not be called on the event loop. */
    public EventLoad listen(int count, Duration ramp, Duration patience) throws InterruptedException {
        generator.execute(() -> start(count, ramp));
        if (!Waiting.holds(ramp.plus(patience), () -> generator.ask(this::ready) == count)) {
            throw new IllegalStateException("%,d of %,d subscribers got an answer; errors: %s"
                    .formatted(
                            generator.ask(this::ready),
                            count,
                            generator.ask(this::recording).errors()));
        }
        return this;
    }

    public void startMultiplexed(int connections, int streamsEach, Duration ramp) {
        generator.spread(connections, ramp, _ -> {
            StreamsConnection connection = new StreamsConnection(this, streamsEach);
            connect(connection, connection);
        });
    }

    private void connect(Connection connection, Subscription.Subscriber subscriber) {
        subscribers.add(subscriber);
        size += subscriber.size();
        generator.connect(server, generator.freshAddress(), connection);
    }

    public void startStalled(int count) {
        for (int i = 0; i < count; i++) {
            EventClient.Stalled client = new EventClient.Stalled();
            stalled.add(client);
            generator.connect(server, generator.freshAddress(), client);
        }
    }

    public long stalled() {
        return stalled.stream().filter(EventClient.Stalled::isBegun).count();
    }

    /** Returns how many stalled subscribers were not reset. They do not read, so they notice no other close. */
    public long stalledOpen() {
        return stalled.stream().filter(Connection::isActive).count();
    }

    /** Sets whether the next events are published as soon as all subscribers have got the previous ones. */
    public void publishAsHeard(boolean on) {
        publishesAsHeard = on;
        publishDue();
    }

    /** Publishes events at a fixed rate in a future window, and counts them and their deliveries. */
    public void publish(Window ahead, double perSecond) {
        measure(ahead);
        window = ahead;
        periodNanos = together / perSecond * 1e9;
        period = 0;
        generator.at(dueNanos(), this::publishDue);
    }

    public void measure(Window ahead) {
        recorder.measure(ahead);
    }

    public void publishNow() {
        publish(together, System.nanoTime());
    }

    private long dueNanos() {
        return window.fromNanos() + (long) ((period + PHASE) * periodNanos);
    }

    private void publishDue() {
        if (!publisher.isIdle() || size == 0) {
            return;
        }
        long nowNanos = System.nanoTime();
        long dueNanos = dueNanos();
        if (publishesAsHeard) {
            if (recorder.isWith(size)) {
                publish(together, nowNanos);
            }
        } else if (window.contains(dueNanos) && dueNanos - nowNanos <= 0) {
            period++;
            publish(together, dueNanos);
            generator.at(dueNanos(), this::publishDue);
        }
    }

    /** Closes all connections of the generator, and ignores the errors that follow. */
    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    @Override
    int size() {
        return size;
    }

    @Override
    public void delivered(int number, byte[] bytes, int from, int to, long nowNanos) {
        super.delivered(number, bytes, from, to, nowNanos);
        if (publishesAsHeard) {
            publishDue();
        }
    }

    @Override
    public void accepted() {
        publishDue();
    }

    @Override
    public void ended(Connection connection, String reason) {
        if (connection instanceof Subscription.Subscriber subscriber && subscribers.remove(subscriber)) {
            size -= subscriber.size();
        }
        if (!brokenOff) {
            failed(reason);
        }
        publishDue();
    }

    @Override
    public long missing() {
        return subscribers.stream()
                .mapToLong(subscriber -> (long) recorder.published() * subscriber.size() - subscriber.seen())
                .sum();
    }

    @Override
    Map<String, Long> errors() {
        Map<String, Long> all = new TreeMap<>(super.errors());
        if (missing() > 0) {
            all.put("an event did not come", missing());
        }
        return all;
    }
}
