package dev.weir.watch.load;

import dev.weir.watch.load.Population.Returning;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** A client that reads the event stream and reports each event to a {@link DeliveryDelay}. */
final class Subscriber extends GetConnection {
    private static final String DATA = "data: ";

    private final DeliveryDelay delay;

    Subscriber(DeliveryDelay delay, Returning client) {
        super("/events HTTP/1.1\r\nAccept: text/event-stream", client);
        this.delay = delay;
    }

    @Override
    protected void body(ByteBuf part) {
        read(part.toString(StandardCharsets.US_ASCII), readNanos());
    }

    /** Reads all events in a received part of the stream. Misses an event that is split between two parts. */
    void read(String part, long nowNanos) {
        int from = part.indexOf(DATA);
        while (from >= 0) {
            int end = part.indexOf('\n', from);
            if (end > 0) {
                delivered(part.substring(from + DATA.length(), end), nowNanos);
            }
            from = part.indexOf(DATA, from + 1);
        }
    }

    private void delivered(String data, long nowNanos) {
        try {
            delay.delivered(Long.parseLong(data), nowNanos);
        } catch (NumberFormatException e) {
            // Somebody else's event.
        }
    }

    @Override
    protected void answered(HttpResponse head) {
        end("the stream ended");
    }
}
