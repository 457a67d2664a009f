package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Clients that each get every event over a connection from an address of their own. The next events are published either
 * as soon as everybody has the last ones, or when the plan says so.
 *
 * <p>Confined to the generator's loop.
 */
public final class EventLoad extends EventAudience {
    /** Of a period, which begins with the window: not at its edge, so that what follows an event lies in its period. */
    private static final double PHASE = 0.1;

    private final Kind kind;
    private final int together;
    private final Set<EventClient> clients = new HashSet<>();
    private boolean brokenOff;
    private boolean asHeard;
    private Window window = Window.NEVER;
    private double periodNanos;
    private int period;

    /** How clients get their events. */
    public enum Kind {
        STREAMS,
        POLLS,
        /** Every other so. */
        BOTH
    }

    /**
     * Starts nothing yet.
     *
     * @param together how many events are published at once
     */
    public EventLoad(Generator generator, InetSocketAddress server, Kind kind, int together) {
        super(generator, server);
        this.kind = kind;
        this.together = together;
    }

    /** Has so many clients come, one after the other. On the generator's loop. */
    public void start(int count, Duration ramp) {
        generator.spread(count, ramp, _ -> open());
    }

    private void open() {
        boolean stream = kind == Kind.STREAMS || (kind == Kind.BOTH && clients.size() % 2 == 0);
        EventClient client = stream ? new EventClient.StreamClient(owner) : new EventClient.PollClient(owner);
        clients.add(client);
        generator.connect(server, generator.freshAddress(), client);
    }

    /** Has the next events published as soon as all have the last ones, or no more. On the generator's loop. */
    public void publishAsHeard(boolean on) {
        asHeard = on;
        publishDue();
    }

    /** Has so many events a second published in this window, which lies ahead, and counted. On the generator's loop. */
    public void publish(Window ahead, double perSecond) {
        recorder.measure(ahead);
        window = ahead;
        periodNanos = together / perSecond * 1e9;
        period = 0;
        generator.at(dueNanos(), this::publishDue);
    }

    private long dueNanos() {
        return window.fromNanos() + (long) ((period + PHASE) * periodNanos);
    }

    private void publishDue() {
        if (!publisher.isIdle() || clients.isEmpty()) {
            return;
        }
        long nowNanos = System.nanoTime();
        long dueNanos = dueNanos();
        if (asHeard) {
            if (recorder.isWith(clients.size())) {
                publish(together, nowNanos);
            }
        } else if (window.contains(dueNanos) && dueNanos - nowNanos <= 0) {
            period++;
            publish(together, dueNanos);
            generator.at(dueNanos(), this::publishDue);
        }
    }

    /** Breaks off what is under way. On the generator's loop. */
    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    @Override
    int size() {
        return clients.size();
    }

    @Override
    void delivered() {
        if (asHeard) {
            publishDue();
        }
    }

    @Override
    void taken() {
        publishDue();
    }

    @Override
    void ended(Connection connection, String reason) {
        clients.remove(connection);
        if (!brokenOff) {
            failed(reason);
        }
        publishDue();
    }

    /** Events that clients who are there have still to get. */
    @Override
    public long missing() {
        return clients.stream()
                .mapToLong(client -> recorder.published() - client.seen())
                .sum();
    }

    /** What has not come yet is an error. */
    @Override
    Map<String, Long> errors() {
        Map<String, Long> all = new TreeMap<>(super.errors());
        if (missing() > 0) {
            all.put("an event did not come", missing());
        }
        return all;
    }
}
