package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What is asked for: from where, by which request, and which bytes must come.
 *
 * <p>The connection of a {@link Download} carries one request. With keep-alive the next request of the same client can be there before the
 * thread that served the last one has looked elsewhere: it is then served at once, past everybody who waits, and the
 * mean of a queue that was jumped says nothing. With {@code Connection: close} each request goes to the end of the
 * queue, as a user's does who comes back.
 */
public record Target(InetSocketAddress address, String path, ExpectedBody body) implements Requests {
    /** A request and its answer, with what is to become of the connection: {@code close} or {@code keep-alive}. */
    Answer answer(String connection) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                + "\r\nUser-Agent: weir-perf\r\nAccept: */*\r\nConnection: " + connection + "\r\n\r\n";
        return new Answer(text.getBytes(StandardCharsets.US_ASCII), body);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Dialogue dialogue() {
        return answer("keep-alive");
    }

    /** The same GET again and again, whose answer is compared byte by byte with the one that must come. */
    static final class Answer implements Dialogue {
        private static final int OK = 200;

        private final byte[] request;
        private final ExpectedBody body;
        private final ResponseHead head = new ResponseHead();
        /** Bytes of the body that came and were right. */
        private int received;

        private Answer(byte[] request, ExpectedBody body) {
            this.request = request;
            this.body = body;
        }

        @Override
        public ByteBuf next() {
            return Unpooled.wrappedBuffer(request);
        }

        @Override
        public int read(ByteBuf in) {
            if (!head.isComplete()) {
                if (!head.read(in)) {
                    return 0;
                }
                checkHead();
            }
            int bytes = in.readableBytes();
            int differsAt = body.differsAt(in, received);
            if (differsAt >= 0) {
                throw new IllegalStateException(
                        differsAt == body.length() ? "bytes after the end of the body" : "wrong byte in the body");
            }
            received += bytes;
            return bytes;
        }

        @Override
        public boolean isComplete() {
            return head.isComplete() && received == body.length();
        }

        @Override
        public boolean closes() {
            return head.closes();
        }

        @Override
        public void clear(long intendedNanos, long sentNanos, long answeredNanos) {
            head.clear();
            received = 0;
        }

        private void checkHead() {
            if (head.status() != OK) {
                throw new IllegalStateException("status " + head.status());
            }
            if (head.contentLength() != body.length()) {
                throw new IllegalStateException(
                        "Content-Length " + head.contentLength() + " instead of " + body.length());
            }
        }
    }

    /**
     * The bytes that a download must bring, compared in place with what arrives.
     *
     * <p>The content is the file itself, mapped: nothing is copied and nothing is aggregated, so checking every byte costs
     * the generator little beside receiving it.
     */
    public static final class ExpectedBody {
        private final ByteBuffer content;

        private ExpectedBody(ByteBuffer content) {
            this.content = content;
        }

        public static ExpectedBody of(byte[] bytes) {
            return new ExpectedBody(ByteBuffer.wrap(bytes));
        }

        public static ExpectedBody of(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                return new ExpectedBody(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            }
        }

        /** A copy of it. */
        public byte[] bytes() {
            byte[] bytes = new byte[content.limit()];
            content.get(0, bytes);
            return bytes;
        }

        public int length() {
            return content.limit();
        }

        /**
         * Where {@code part} first differs from the body, when it is laid at {@code position}.
         *
         * @return a position in the body, {@link #length()} when the part goes on after its end, or -1 when all is equal
         */
        public int differsAt(ByteBuf part, int position) {
            int comparable = Math.min(part.readableBytes(), length() - position);
            int mismatch = content.slice(position, comparable).mismatch(part.nioBuffer(part.readerIndex(), comparable));
            if (mismatch >= 0) {
                return position + mismatch;
            }
            return comparable < part.readableBytes() ? length() : -1;
        }
    }
}
