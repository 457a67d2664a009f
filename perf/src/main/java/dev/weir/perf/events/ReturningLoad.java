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

/** A load in which each subscriber loses its connection, and reconnects with the id of the last event that it got. */
public final class ReturningLoad extends EventAudience {
    private static final int TOGETHER = 10;
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final List<Returning> clients = new ArrayList<>();
    private int returned;
    private int cutOff;
    private int planned;
    private int taken;

    public ReturningLoad(Generator generator, InetSocketAddress server) {
        super(generator, server, TOGETHER);
    }

    public void start(int count, Duration ramp) {
        generator.spread(count, ramp, _ -> clients.add(new Returning()));
    }

    /** Publishes events in the window. Each subscriber resets its connection and reconnects once, at a random time. */
    public void storm(Window window, int perSecond, SplittableRandom random) {
        for (Returning client : clients) {
            generator.at(random.nextLong(window.fromNanos(), window.toNanos()), () -> {
                client.stay.leave(true);
                client.comeBack();
                returned++;
            });
        }
        planned = (int) (perSecond * window.seconds());
        publish(window, perSecond);
    }

    public int returned() {
        return returned;
    }

    /** Returns how many connections the server or the kernel closed. Their subscribers reconnect after one second. */
    public int cutOff() {
        return cutOff;
    }

    @Override
    public void accepted() {
        taken = published();
        super.accepted();
    }

    @Override
    public void ended(Connection connection, String reason) {
        if (taken < planned || connection instanceof EventClient) {
            failed(reason);
        }
    }

    private final class Returning {
        private final InetSocketAddress address = generator.freshAddress();
        private String lastId = "";
        private Stay stay = new Stay(0, "");

        Returning() {
            connect(address, stay, List.of(stay.subscription));
        }

        void comeBack() {
            forget(stay);
            stay = new Stay(stay.subscription.seen(), "\r\nLast-Event-ID: " + lastId);
            connect(address, stay, List.of(stay.subscription));
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
