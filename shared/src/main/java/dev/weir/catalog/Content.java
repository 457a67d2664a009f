package dev.weir.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a response body, as a sequence of pieces. Each {@link Piece} is in memory or in the served file.
 * Immutable.
 */
public final class Content {
    static final Content NONE = new Content(List.of());

    private final List<Piece> pieces;
    private final long length;

    /**
     * A part of a response body, either in memory or in the served file.
     *
     * @param text the bytes in memory, or null if they are in the file
     * @param offset the position of the first byte in the file; 0 if the bytes are in memory
     * @param length in bytes, at least 1
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

    static Content of(long offset, long length) {
        return length == 0 ? NONE : new Content(List.of(new Piece(null, offset, length)));
    }

    static Content of(ByteBuffer bytes) {
        return bytes.hasRemaining() ? new Content(List.of(new Piece(bytes, 0, bytes.remaining()))) : NONE;
    }

    /** Returns the part of this content that {@code range} selects. This content must be a whole file. */
    Content part(ByteRange range) {
        return new Content(List.of(at(range.first(), range.length())));
    }

    /**
     * Returns a {@code multipart/byteranges} body (RFC 9110, 14.6) with these ranges of this content. This content must
     * be a whole file.
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

    /** Returns the length of this content in bytes. */
    public long length() {
        return length;
    }

    /** Returns whether all bytes of this content are in memory. If so, a response does not need the file. */
    public boolean isInMemory() {
        for (Piece piece : pieces) {
            if (piece.text() == null) {
                return false;
            }
        }
        return true;
    }

    /** Returns all bytes of this content, which must be in memory. The buffer has its own position. */
    public ByteBuffer bytes() {
        if (pieces.size() == 1) {
            return Objects.requireNonNull(pieces.getFirst().text()).duplicate();
        }
        ByteBuffer all = ByteBuffer.allocate((int) length);
        pieces.forEach(piece -> all.put(Objects.requireNonNull(piece.text()).duplicate()));
        return all.flip();
    }

    /** Returns the file offset of the first {@link Piece} that is not in memory, or 0 if there is no such piece. */
    public long fileOffset() {
        return pieces.stream()
                .filter(piece -> piece.text() == null)
                .mapToLong(Piece::offset)
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns some bytes of this content, starting at {@code position}. Returns fewer than {@code bytes} if the
     * {@link Piece} at this position ends earlier.
     *
     * @param position offset in this content, from 0, less than its length
     * @param bytes the most bytes to return, at least 1
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
