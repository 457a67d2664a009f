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
 * A load of subscribers that lose their connection while events are published. Each has a source address of its own,
 * and reconnects with the id of the last event that it got.
 */
public final class ReturningLoad extends EventAudience {
    private static final int TOGETHER = 10;
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final List<Returning> clients = new ArrayList<>();
    private int returned;
    private int cutOff;
    private int planned;
    private int taken;

    public ReturningLoad(Generator generator, InetSocketAddress server) {
        super(generator, server);
    }

    public void start(int count, Duration ramp) {
        generator.spread(count, ramp, _ -> {
            Returning client = new Returning();
            clients.add(client);
            client.connect();
        });
    }

    /** Publishes at a fixed rate in the window. Each subscriber resets and reconnects once, at a random instant. */
    public void storm(Window window, int perSecond, SplittableRandom random) {
        recorder.measure(window);
        for (Returning client : clients) {
            generator.at(random.nextLong(window.fromNanos(), window.toNanos()), () -> {
                client.leaveAndReturn();
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
            generator.after(Duration.ofMillis(1), () -> publishDue(dueNanos)); // publish the event late
        }
    }

    public int returned() {
        return returned;
    }

    /** Returns how many subscriptions the server or the kernel ended. Each subscriber then reconnected. */
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
    public void accepted() {
        taken = recorder.published();
    }

    /** Counts an error, unless the publisher's connection ends after everything is published. */
    @Override
    public void ended(Connection connection, String reason) {
        if (taken < planned || connection != publisher) {
            failed(reason);
        }
    }

    private final class Returning {
        private final InetSocketAddress address = generator.freshAddress();
        private String lastId = "";
        private Stay stay = new Stay(0, "");

        void connect() {
            generator.connect(server, address, stay);
        }

        void leaveAndReturn() {
            stay.leave(true);
            comeBack();
        }

        private void comeBack() {
            stay = new Stay(seen(), "\r\nLast-Event-ID: " + lastId);
            connect();
        }

        int seen() {
            return stay.subscription.seen();
        }

        private final class Stay extends EventClient.StreamClient {
            Stay(int seen, String fields) {
                super(ReturningLoad.this, seen, fields);
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
                    if (stay == this) { // no later connection has replaced this one
                        comeBack();
                    }
                });
            }
        }
    }
}
