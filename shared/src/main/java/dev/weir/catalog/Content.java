package dev.weir.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The content of a response. It consists of bytes in memory, of ranges of one file, or of both in turn. Immutable. */
public final class Content {
    /** Content without bytes. */
    static final Content NONE = new Content(List.of());

    private final List<Piece> pieces;
    private final long length;

    /**
     * A run of bytes, either of the file or in memory.
     *
     * @param text the bytes in memory; the caller must not move the position of the buffer. Null means that the bytes
     *     are in the file
     * @param offset position in the file
     * @param length number of bytes, at least 1
     */
    public record Piece(@Nullable ByteBuffer text, long offset, long length) {}

    private Content(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
        this.length = sum(this.pieces);
    }

    private static long sum(List<Piece> pieces) {
        long sum = 0;
        for (Piece piece : pieces) {
            sum += piece.length();
        }
        return sum;
    }

    /** Returns content that is one range of the file. */
    static Content of(long offset, long length) {
        return length == 0 ? NONE : new Content(List.of(new Piece(null, offset, length)));
    }

    /** Returns content that is a whole file in memory. */
    static Content of(ByteBuffer bytes) {
        return bytes.hasRemaining() ? new Content(List.of(new Piece(bytes, 0, bytes.remaining()))) : NONE;
    }

    /** Returns one range of this content. This content must be a whole file. */
    Content part(ByteRange range) {
        return new Content(List.of(at(range.first(), range.length())));
    }

    /**
     * Returns several ranges of this content in the form {@code multipart/byteranges} (RFC 9110, 14.6). This content
     * must be a whole file.
     */
    Content multipart(List<ByteRange> ranges, String boundary, String mediaType) {
        List<Piece> pieces = new ArrayList<>();
        for (ByteRange range : ranges) {
            pieces.add(text("\r\n--%s\r\nContent-Type: %s\r\nContent-Range: %s\r\n\r\n"
                    .formatted(boundary, mediaType, contentRange(range, length))));
            pieces.add(at(range.first(), range.length()));
        }
        pieces.add(text("\r\n--" + boundary + "--\r\n"));
        return new Content(pieces);
    }

    static String contentRange(ByteRange range, long fileLength) {
        return "bytes " + range.first() + "-" + range.last() + "/" + fileLength;
    }

    private static Piece text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return new Piece(ByteBuffer.wrap(bytes), 0, bytes.length);
    }

    /** Number of bytes of the whole content. */
    public long length() {
        return length;
    }

    /** Whether all bytes of the content are in memory, so that none must be read from the file. */
    public boolean isInMemory() {
        for (Piece piece : pieces) {
            if (piece.text() == null) {
                return false;
            }
        }
        return true;
    }

    /** Returns all bytes. The content must be in memory. The caller must not move the position of the buffer. */
    public ByteBuffer bytes() {
        if (pieces.size() == 1) {
            return Objects.requireNonNull(pieces.getFirst().text()).duplicate();
        }
        ByteBuffer all = ByteBuffer.allocate((int) length);
        pieces.forEach(piece -> all.put(Objects.requireNonNull(piece.text()).duplicate()));
        return all.flip();
    }

    /** Returns the position in the file of the first range, or 0 if the content has no range of the file. */
    public long fileOffset() {
        return pieces.stream()
                .filter(piece -> piece.text() == null)
                .mapToLong(Piece::offset)
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns the bytes from {@code position} to the end of their piece, but at most {@code bytes} of them.
     *
     * @param position must lie inside the content
     * @param bytes at least 1
     */
    public Piece at(long position, long bytes) {
        long skip = position;
        for (Piece piece : pieces) {
            if (skip < piece.length()) {
                return part(piece, skip, Math.min(bytes, piece.length() - skip));
            }
            skip -= piece.length();
        }
        throw new IndexOutOfBoundsException("byte " + position + " of " + length);
    }

    private static Piece part(Piece piece, long skip, long bytes) {
        ByteBuffer text = piece.text();
        return text == null
                ? new Piece(null, piece.offset() + skip, bytes)
                : new Piece(text.slice((int) skip, (int) bytes), 0, bytes);
    }
}
