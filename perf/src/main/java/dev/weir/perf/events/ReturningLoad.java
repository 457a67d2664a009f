package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Subscribers, each of an address of its own, who lose the connection and come back with the last id that they saw, while
 * events are published.
 *
 * <p>Confined to the generator's loop.
 */
public final class ReturningLoad extends EventAudience {
    /** Published at once, that often a second. */
    private static final int TOGETHER = 10;

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final List<Client> clients = new ArrayList<>();
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
            Client client = new Client();
            clients.add(client);
            client.come();
        });
    }

    /** Publishes so many events a second in the window, in which each client leaves once by a reset and comes back. */
    public void storm(Window window, int perSecond, SplittableRandom random) {
        recorder.measure(window);
        for (Client client : clients) {
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

    /** A subscriber that loses its connection and comes back with the last id that it saw. */
    private final class Client {
        private final InetSocketAddress address = generator.freshAddress();
        private String lastId = "";
        private Stay stay = new Stay(0, "");

        void come() {
            generator.connect(server, address, stay);
        }

        /** Loses the connection by a reset, and comes back at once. */
        void leaveAndComeBack() {
            stay.leave(true);
            comeBack();
        }

        private void comeBack() {
            stay = new Stay(stay.seen(), "\r\nLast-Event-ID: " + lastId);
            come();
        }

        /** How many events it has got. */
        int seen() {
            return stay.seen();
        }

        /** One connection. */
        private final class Stay extends EventClient.StreamClient {
            Stay(int seen, String fields) {
                super(owner, seen, fields);
            }

            @Override
            public void id(byte[] bytes, int from, int to) {
                lastId = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
            }

            @Override
            protected void closed(@Nullable String error) {
                leave(true);
                cutOff++;
                generator.after(RETRY, () -> {
                    // Unless the client has come back meanwhile.
                    if (stay == this) {
                        comeBack();
                    }
                });
            }
        }
    }
}
