package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Waiting;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A load in which subscribers stay connected. Each connection comes from its own IP address. */
public final class EventLoad extends EventAudience {
    private final Kind kind;
    private final List<EventClient.Stalled> stalled = new ArrayList<>();
    private boolean brokenOff;

    public enum Kind {
        STREAMS,
        POLLS,
        /** Half of the subscribers use long polls, and the other half use event streams. */
        BOTH
    }

    public EventLoad(Generator generator, InetSocketAddress server, Kind kind, int together) {
        super(generator, server, together);
        this.kind = kind;
    }

    void start(int count, Duration ramp) {
        generator.spread(count, ramp, _ -> {
            boolean stream = kind == Kind.STREAMS || (kind == Kind.BOTH && size() % 2 == 0);
            EventClient client = stream ? new EventClient.StreamClient(this, 0, "") : new EventClient.PollClient(this);
            connect(generator.freshAddress(), client, List.of(client.subscription));
        });
    }

    /** Connects subscribers. Blocks until all have an answer. Throws if this takes longer than ramp plus patience. */
    public EventLoad listen(int count, Duration ramp, Duration patience) throws InterruptedException {
        generator.execute(() -> start(count, ramp));
        if (!Waiting.holds(ramp.plus(patience), () -> generator.ask(this::ready) == count)) {
            throw new IllegalStateException("%,d of %,d subscribers got an answer; errors: %s"
                    .formatted(generator.ask(this::ready), count, generator.ask(this::errors)));
        }
        return this;
    }

    public void startMultiplexed(int connections, int streamsEach, Duration ramp) {
        generator.spread(connections, ramp, _ -> {
            StreamsConnection connection = new StreamsConnection(this, streamsEach);
            connect(generator.freshAddress(), connection, connection.subscriptions());
        });
    }

    public void startStalled(int count) {
        for (int i = 0; i < count; i++) {
            stalled.add(new EventClient.Stalled());
            connect(generator.freshAddress(), stalled.getLast(), List.of());
        }
    }

    public long stalled() {
        return stalled.stream().filter(client -> client.begun).count();
    }

    /** Returns the number of connected subscribers that never read. A TCP reset lowers it. A normal close does not. */
    public long stalledOpen() {
        return stalled.stream().filter(Connection::isActive).count();
    }

    public void breakOff() {
        brokenOff = true;
        generator.closeConnections();
    }

    @Override
    public void ended(Connection connection, String reason) {
        forget(connection);
        if (!brokenOff) {
            failed(reason);
        }
        publishDue();
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
