package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One request on a connection of its own, of whose answer only the status counts: an operator's, or one to be refused. */
public final class Exchange extends Connection {
    private final String request;
    private final Listener listener;
    private final long startNanos = System.nanoTime();
    private final ResponseHead head = new ResponseHead();
    private long firstByteNanos;

    /** Hears what came of it, once, on the generator's loop. */
    public interface Listener {
        /** With the end of its head as the last byte. */
        void answered(int status, ClosedLoop.Recorder.Timing timing);

        void failed(String reason);
    }

    private Exchange(String request, Listener listener) {
        this.request = request;
        this.listener = listener;
    }

    /** Starts it from {@code source}, whose port may be 0. On the generator's loop. */
    public static void start(
            Generator generator,
            InetSocketAddress address,
            InetSocketAddress source,
            String request,
            Listener listener) {
        generator.connect(address, source, new Exchange(request, listener));
    }

    /** A GET. */
    public static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }

    /** A POST of JSON, all of it ASCII. */
    public static String post(String path, String json) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json"
                + "\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
    }

    @Override
    protected void opened() {
        send(request);
    }

    @Override
    protected void read(ByteBuf in, long nowNanos) {
        if (firstByteNanos == 0) {
            firstByteNanos = nowNanos;
        }
        if (head.read(in)) {
            int status = head.status();
            leave(false);
            listener.answered(status, new ClosedLoop.Recorder.Timing(startNanos, firstByteNanos, nowNanos));
        }
    }

    @Override
    protected void closed(@Nullable String error) {
        end(error == null ? "closed without an answer" : error);
    }

    @Override
    protected void ended(@Nullable String reason) {
        listener.failed(String.valueOf(reason));
    }
}
