package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file to download: the server, the path, and the expected bytes. */
public record Target(InetSocketAddress address, String path, ExpectedBody body) implements Requests {
    /** Returns a GET request with this {@code Connection} header. The result also checks the answer to this request. */
    FileDialogue dialogue(String connection) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                + "\r\nUser-Agent: weir-perf\r\nAccept: */*\r\nConnection: " + connection + "\r\n\r\n";
        return new FileDialogue(text.getBytes(StandardCharsets.US_ASCII), body);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Dialogue dialogue() {
        return dialogue("keep-alive");
    }

    static final class FileDialogue implements Dialogue {
        private final byte[] request;
        private final ExpectedBody body;
        private int received;

        private FileDialogue(byte[] request, ExpectedBody body) {
            this.request = request;
            this.body = body;
        }

        byte[] request() {
            return request;
        }

        @Override
        public ByteBuf next() {
            return Unpooled.wrappedBuffer(request);
        }

        @Override
        public void head(HttpResponse head) {
            if (!head.status().equals(HttpResponseStatus.OK)) {
                throw new IllegalStateException("status " + head.status().code());
            }
            long length = HttpUtil.getContentLength(head, -1L);
            if (length != body.length()) {
                throw new IllegalStateException("Content-Length " + length + " instead of " + body.length());
            }
            received = 0;
        }

        @Override
        public void body(ByteBuf part) {
            int differsAt = body.differsAt(part, received);
            if (differsAt >= 0) {
                throw new IllegalStateException(
                        differsAt == body.length() ? "bytes after the end of the body" : "wrong byte in the body");
            }
            received += part.readableBytes();
        }
    }

    /** The expected body of a download. A comparison does not copy the body, so it may be a memory-mapped file. */
    public record ExpectedBody(ByteBuffer content) {
        public static ExpectedBody of(byte[] bytes) {
            return new ExpectedBody(ByteBuffer.wrap(bytes));
        }

        public static ExpectedBody of(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                return new ExpectedBody(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            }
        }

        public byte[] bytes() {
            byte[] bytes = new byte[content.limit()];
            content.get(0, bytes);
            return bytes;
        }

        public int length() {
            return content.limit();
        }

        /** Checks bytes that belong at {@code position} of this body. Returns the first wrong one's position, or -1. */
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
