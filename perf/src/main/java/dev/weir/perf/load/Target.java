package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
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
    /** The request as it is sent, with what is to become of the connection: {@code close} or {@code keep-alive}. */
    byte[] request(String connection) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                + "\r\nUser-Agent: weir-perf\r\nAccept: */*\r\nConnection: " + connection + "\r\n\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Dialogue dialogue() {
        return new Requests.Gets(request("keep-alive"), body);
    }

    /**
     * A response as it comes, compared byte by byte with the one that must come.
     *
     * <p>Whatever is wrong is an {@link IllegalStateException} or an {@link IllegalArgumentException} whose message is the
     * reason; after one, nothing more may be read. Not thread-safe.
     */
    static final class Answer {
        private static final int OK = 200;

        private final ExpectedBody body;
        private final ResponseHead head = new ResponseHead();
        /** Bytes of the body that came and were right. */
        private int received;

        Answer(ExpectedBody body) {
            this.body = body;
        }

        /**
         * Takes all of {@code in}: with one request under way nothing may follow its answer.
         *
         * @return how many bytes of the body were in it
         */
        int read(ByteBuf in) {
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

        boolean isComplete() {
            return head.isComplete() && received == body.length();
        }

        /** Whether the server says that it ends the connection after this answer. */
        boolean closes() {
            return head.closes();
        }

        /** Ready for the next one. */
        void clear() {
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
