package dev.weir.watch.load;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.HttpConnection;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Publishes an event twice a second. The data of an event is the time at which it was sent. From this time, subscribers
 * compute the {@link DeliveryDelay}.
 */
final class DeliveryProbe {
    private final Generator generator;
    private final InetSocketAddress server;
    private final String token;
    private final DeliveryDelay delay;
    private @Nullable Publisher publisher;

    /** @param token the server's {@code weir.events.publisher-token} */
    DeliveryProbe(Generator generator, InetSocketAddress server, String token, DeliveryDelay delay) {
        this.generator = generator;
        this.server = server;
        this.token = token;
        this.delay = delay;
    }

    /** Publishes the next event. Does nothing if the server has not yet accepted the previous event. */
    void publish() {
        long nowNanos = System.nanoTime();
        if (publisher == null) {
            publisher = new Publisher(nowNanos);
            delay.sent(nowNanos);
            generator.connect(server, Generator.anyAddress(), publisher);
        } else if (publisher.isIdle()) {
            delay.sent(nowNanos);
            publisher.publish(nowNanos);
        }
    }

    private final class Publisher extends HttpConnection {
        private long sentNanos;
        private boolean opened;

        Publisher(long sentNanos) {
            this.sentNanos = sentNanos;
        }

        boolean isIdle() {
            return isActive() && expected() == 0;
        }

        void publish(long nextNanos) {
            sentNanos = nextNanos;
            send();
        }

        @Override
        protected void opened() {
            opened = true;
            send();
        }

        private void send() {
            String data = Long.toString(sentNanos);
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
            if (opened) {
                delay.refused(sentNanos);
            } else { // the server is gone
                delay.clear();
            }
        }
    }
}
