package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentTest {
    private static final String TEXT = "0123456789";
    private static final Content TWO_PARTS =
            Content.of(0, 10).multipart(List.of(new ByteRange(1, 2), new ByteRange(7, 9)), "B", "text/plain");
    private static final String WRITTEN = "\r\n--B\r\nContent-Type: text/plain\r\nContent-Range: bytes 1-2/10\r\n\r\n12"
            + "\r\n--B\r\nContent-Type: text/plain\r\nContent-Range: bytes 7-9/10\r\n\r\n789"
            + "\r\n--B--\r\n";

    @TempDir
    Path root;

    @Test
    void everyStretchOfItIsReadAsItIsWritten() throws IOException {
        assertThat(TWO_PARTS.length()).isEqualTo(WRITTEN.length());
        assertThat(TWO_PARTS.fileOffset()).isEqualTo(1);
        try (FileCatalog catalog = catalog();
                OpenFile file = catalog.open("/files/f")) {
            for (int from = 0; from < WRITTEN.length(); from++) {
                for (int to = from + 1; to <= WRITTEN.length(); to++) {
                    ByteBuffer buffer = ByteBuffer.allocate(to - from);
                    file.read(buffer, TWO_PARTS, from);
                    assertThat(new String(buffer.array(), StandardCharsets.US_ASCII))
                            .isEqualTo(WRITTEN.substring(from, to));
                }
            }
        }
    }

    @Test
    void aSocketTakesItPieceByPiece() throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        try (FileCatalog catalog = catalog();
                OpenFile file = catalog.open("/files/f");
                ServerSocketChannel listening =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel sender = SocketChannel.open(listening.getLocalAddress());
                SocketChannel receiver = listening.accept()) {
            long position = 0;
            while (position < TWO_PARTS.length()) {
                position += file.send(sender, TWO_PARTS, position, Math.min(7, TWO_PARTS.length() - position));
            }
            sender.shutdownOutput();
            receiver.socket().getInputStream().transferTo(taken);
        }
        assertThat(taken.toString(StandardCharsets.US_ASCII)).isEqualTo(WRITTEN);
    }

    @Test
    void bytesInMemoryAreReadAsThoseOfAFile() {
        Content memory = Content.of(ByteBuffer.wrap(TEXT.getBytes(StandardCharsets.US_ASCII)));
        List<ByteRange> ranges = List.of(new ByteRange(1, 2), new ByteRange(7, 9));
        assertThat(text(memory)).isEqualTo(TEXT);
        assertThat(text(memory.part(new ByteRange(3, 5)))).isEqualTo("345");
        assertThat(text(memory.multipart(ranges, "B", "text/plain"))).isEqualTo(WRITTEN);
        assertThat(text(memory)).isEqualTo(TEXT);
        assertThat(TWO_PARTS.isInMemory()).isFalse();
    }

    private static String text(Content content) {
        assertThat(content.isInMemory()).isTrue();
        return StandardCharsets.US_ASCII.decode(content.bytes()).toString();
    }

    @Test
    void aPositionBeyondTheContentIsRefused() {
        assertThatThrownBy(() -> Content.of(0, 10).at(10, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(Content.of(5, 0).length()).isZero();
    }

    private FileCatalog catalog() throws IOException {
        Files.writeString(root.resolve("f"), TEXT);
        return new FileCatalog(root, false);
    }
}
