package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;

/** Reads events as a stream, which never ends. */
final class StreamClient extends EventClient implements EventFrames.Listener {
    private static final int OK = 200;

    private final ResponseHead head = new ResponseHead();
    private final EventFrames frames = new EventFrames(this);
    private final ChunkedBody chunks = new ChunkedBody(frames);
    private boolean chunked;
    private long nowNanos;

    StreamClient(Owner owner) {
        super(owner);
    }

    @Override
    void begin() {
        get("/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream");
    }

    @Override
    void read(ByteBuf in, long nowNanos) {
        this.nowNanos = nowNanos;
        if (!head.isComplete()) {
            if (!head.read(in)) {
                return;
            }
            checkHead();
        }
        if (chunked) {
            chunks.read(in);
        } else {
            frames.read(in, in.readableBytes());
        }
    }

    /** Without chunks a stream is whatever comes until the server closes. */
    private void checkHead() {
        if (head.status() != OK) {
            throw new IllegalStateException("status " + head.status());
        }
        if (head.contentLength() >= 0) {
            throw new IllegalStateException("a stream with an end");
        }
        chunked = head.isChunked();
    }

    @Override
    public void sign() {
        ready();
    }

    @Override
    public void event(byte[] bytes, int from, int to) {
        ready();
        event(bytes, from, to, nowNanos);
    }
}
