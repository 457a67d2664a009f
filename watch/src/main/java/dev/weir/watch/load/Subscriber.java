package dev.weir.watch.load;

import dev.weir.perf.load.HttpConnection;
import dev.weir.watch.load.Population.Returning;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A client that reads the event stream and tells the {@link DeliveryProbe} about each event. */
final class Subscriber extends HttpConnection {
    private static final String REQUEST =
            "GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
    private static final String DATA = "data: ";

    private final DeliveryProbe probe;
    private final Returning client;

    Subscriber(DeliveryProbe probe, Returning client) {
        this.probe = probe;
        this.client = client;
    }

    @Override
    protected void opened() {
        request(REQUEST);
    }

    @Override
    protected void head(HttpResponse head) {
        int status = head.status().code();
        if (status != 200) {
            throw new IllegalStateException("status " + status);
        }
    }

    /** Reads the last event of the part. An event that the network has split in two is not noticed. */
    @Override
    protected void body(ByteBuf part) {
        String text = part.toString(StandardCharsets.US_ASCII);
        int from = text.lastIndexOf(DATA);
        int to = from < 0 ? -1 : text.indexOf('\n', from);
        if (to > 0) {
            probe.delivered(text.substring(from + DATA.length(), to), readNanos());
        }
    }

    @Override
    protected void answered(HttpResponse head) {
        end("the stream ended");
    }

    @Override
    protected void ended(@Nullable String reason) {
        client.again(Population.AFTER_ERROR);
    }
}
