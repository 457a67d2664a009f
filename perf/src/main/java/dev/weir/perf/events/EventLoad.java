package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Clients that each get every event over a connection from an address of their own, and one more that publishes: the next
 * events either as soon as everybody has the last ones, or when the plan says so.
 *
 * <p>Confined to the generator's loop.
 */
public final class EventLoad {
    /** The key of who may publish. */
    public static final String TOKEN = "weir-perf-publisher";

    /** Of a period, which begins with the window: not at its edge, so that what follows an event lies in its period. */
    private static final double PHASE = 0.1;

    private final Generator generator;
    private final InetSocketAddress server;
    private final Kind kind;
    private final int together;
    private final EventRecorder recorder = new EventRecorder();
    private final Set<EventClient> clients = new HashSet<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Events events = new Events();
    private final EventPublisher publisher = new EventPublisher(TOKEN, events);
    private boolean connected;
    private boolean brokenOff;
    private int ready;

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
        this.generator = generator;
        this.server = server;
        this.kind = kind;
        this.together = together;
    }

    /** Has so many clients come, one after the other. On the generator's loop. */
    public void start(int count, Duration ramp) {
        for (int i = 0; i < count; i++) {
            generator.after(ramp.multipliedBy(i).dividedBy(count), this::open);
        }
    }

    private void open() {
        EventClient client = switch (kind) {
            case STREAMS -> new EventClient.StreamClient(events);
            case POLLS -> new PollClient(events);
            case BOTH -> clients.size() % 2 == 0 ? new EventClient.StreamClient(events) : new PollClient(events);
        };
        clients.add(client);
        generator.connect(server, generator.freshAddress(), client, client::end);
    }

    /** How many clients the server has answered. On the generator's loop. */
    public int ready() {
        return ready;
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
                publish(nowNanos);
            }
        } else if (window.contains(dueNanos) && dueNanos - nowNanos <= 0) {
            period++;
            publish(dueNanos);
            generator.at(dueNanos(), this::publishDue);
        }
    }

    private void publish(long intendedNanos) {
        publisher.publish(Stream.generate(() -> recorder.next(intendedNanos))
                .limit(together)
                .toList());
        if (!connected) {
            connected = true;
            generator.connect(server, Generator.anyAddress(), publisher, publisher::fail);
        }
    }

    /** Since the start. On the generator's loop. */
    public long deliveries() {
        return recorder.deliveries();
    }

    /** Whether everybody has got everything, and nothing is being published. On the generator's loop. */
    public boolean isQuiet() {
        return publisher.isIdle() && recorder.isWith(clients.size());
    }

    /** What was counted so far; what has not come yet is an error. On the generator's loop. */
    public EventRecorder.EventRecording recording() {
        Map<String, Long> all = new TreeMap<>(errors);
        long missing = clients.stream()
                .mapToLong(client -> recorder.published() - client.seen())
                .sum();
        if (missing > 0) {
            all.put("an event did not come", missing);
        }
        return recorder.recording(clients.size(), all);
    }

    /** Breaks off what is under way. On the generator's loop. */
    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    private final class Events implements EventClient.Owner, EventPublisher.Owner {
        @Override
        public void ready() {
            ready++;
        }

        @Override
        public void delivered(int number, byte[] bytes, int from, int to, long nowNanos) {
            recorder.delivered(number, bytes, from, to, clients.size(), nowNanos);
            if (asHeard) {
                publishDue();
            }
        }

        @Override
        public void ended(EventClient client, String reason) {
            clients.remove(client);
            failed(reason);
            publishDue();
        }

        @Override
        public void published() {
            publishDue();
        }

        @Override
        public void failed(String reason) {
            if (!brokenOff) {
                errors.merge(reason, 1L, Long::sum);
            }
        }
    }
}
