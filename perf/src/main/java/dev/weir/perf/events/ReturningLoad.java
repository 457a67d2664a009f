package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Subscribers, each of an address of its own, who lose the connection and come back with the last id that they saw, while
 * events are published.
 *
 * <p>Confined to the generator's loop.
 */
public final class ReturningLoad extends EventAudience {
    /** Published at once, that often a second. */
    private static final int TOGETHER = 10;

    private final List<ReturningClient> clients = new ArrayList<>();
    private int returned;
    private int cutOff;
    private int planned;
    private int taken;

    /** Starts nothing yet. */
    public ReturningLoad(Generator generator, InetSocketAddress server) {
        super(generator, server);
    }

    /** Has so many come, one after the other. On the generator's loop. */
    public void start(int count, Duration ramp) {
        generator.spread(count, ramp, _ -> {
            ReturningClient client = new ReturningClient(generator, server, owner, () -> cutOff++);
            clients.add(client);
            client.come();
        });
    }

    /** Publishes so many events a second in the window, in which each client leaves once by a reset and comes back. */
    public void storm(Window window, int perSecond, SplittableRandom random) {
        recorder.measure(window);
        for (ReturningClient client : clients) {
            generator.at(random.nextLong(window.fromNanos(), window.toNanos()), () -> {
                client.leaveAndComeBack();
                returned++;
            });
        }
        planned = (int) (perSecond * window.seconds());
        long periodNanos = TOGETHER * 1_000_000_000L / perSecond;
        for (long at = window.fromNanos(); at < window.toNanos(); at += periodNanos) {
            long due = at;
            generator.at(due, () -> publishDue(due));
        }
    }

    private void publishDue(long dueNanos) {
        if (publisher.isIdle()) {
            publish(TOGETHER, dueNanos);
        } else {
            generator.after(Duration.ofMillis(1), () -> publishDue(dueNanos)); // late, and still published
        }
    }

    /** How many came back. On the generator's loop. */
    public int returned() {
        return returned;
    }

    /** How often the server, or a kernel, ended a connection of one who came back then. On the generator's loop. */
    public int cutOff() {
        return cutOff;
    }

    /** On the generator's loop. */
    public int published() {
        return recorder.published();
    }

    @Override
    public long missing() {
        return clients.stream()
                .mapToLong(client -> recorder.published() - client.seen())
                .sum();
    }

    @Override
    int size() {
        return clients.size();
    }

    @Override
    void taken() {
        taken = recorder.published();
    }

    /** The publisher has nothing to do any more when all is taken, and may be cut off. */
    @Override
    void ended(Connection connection, String reason) {
        if (taken < planned || connection != publisher) {
            failed(reason);
        }
    }
}
