package dev.weir.watch.load;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.HttpConnection;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Publishes an event twice a second, and measures how long it takes to reach the subscribers. The data of an event is
 * the time at which it was sent.
 */
final class DeliveryProbe {
    private final Generator generator;
    private final InetSocketAddress server;
    private final String token;
    private @Nullable Publisher publisher;
    /** When the oldest event was sent that no subscriber has received; 0 if there is none. */
    private long waitingSinceNanos;

    private long slowestNanos;
    private double delaySeconds;

    /** @param token the server's {@code weir.events.publisher-token} */
    DeliveryProbe(Generator generator, InetSocketAddress server, String token) {
        this.generator = generator;
        this.server = server;
        this.token = token;
    }

    /** Publishes the next event, unless the server still has to accept the previous one. */
    void publish() {
        long nowNanos = System.nanoTime();
        if (publisher == null) {
            publisher = new Publisher();
            waitingSinceNanos = waitingSinceNanos == 0 ? nowNanos : waitingSinceNanos;
            generator.connect(server, Generator.anyAddress(), publisher);
        } else if (publisher.isIdle()) {
            waitingSinceNanos = waitingSinceNanos == 0 ? nowNanos : waitingSinceNanos;
            publisher.opened();
        }
    }

    void delivered(String data, long nowNanos) {
        try {
            long sentNanos = Long.parseLong(data);
            slowestNanos = Math.max(slowestNanos, nowNanos - sentNanos);
            waitingSinceNanos = 0;
        } catch (NumberFormatException e) {
            // Somebody else's event.
        }
    }

    /**
     * Returns the longest delay since the previous call, in seconds: of an event that has come, or so far of one that no
     * subscriber has received.
     */
    double delaySeconds() {
        long nowNanos = System.nanoTime();
        long waitedNanos = waitingSinceNanos == 0 ? 0 : nowNanos - waitingSinceNanos;
        if (slowestNanos > 0 || waitedNanos / 1e9 > delaySeconds) {
            delaySeconds = Math.max(slowestNanos, waitedNanos) / 1e9;
        }
        slowestNanos = 0;
        return delaySeconds;
    }

    private final class Publisher extends HttpConnection {
        private boolean opened;

        boolean isIdle() {
            return isActive() && expected() == 0;
        }

        @Override
        protected void opened() {
            opened = true;
            String data = Long.toString(System.nanoTime());
            request("POST /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                    + "\r\nContent-Type: text/plain\r\nContent-Length: " + data.length() + "\r\n\r\n" + data);
        }

        @Override
        protected void answered(HttpResponse head) {
            int status = head.status().code();
            if (status != 201) {
                throw new IllegalStateException("status " + status);
            }
        }

        @Override
        protected void ended(@Nullable String reason) {
            publisher = null;
            if (!opened) { // the server is gone
                waitingSinceNanos = 0;
                delaySeconds = 0;
            }
        }
    }
}
