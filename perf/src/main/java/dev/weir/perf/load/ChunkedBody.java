package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;

/** Takes the chunked coding (RFC 9112, 7.1) off a body. Trailers are refused. Not thread-safe. */
public final class ChunkedBody {
    private static final int MOST_DIGITS = 7;

    private final Content content;
    private Next next = Next.SIZE;
    private int digits;
    /** Of the chunk, or of its size as far as it was read. */
    private int left;
    /** Whether the chunk is the last one, which is empty. */
    private boolean last;

    /** Takes so many bytes of what came. */
    @FunctionalInterface
    public interface Content {
        void read(ByteBuf in, int bytes);
    }

    private enum Next {
        SIZE,
        SIZE_END,
        CONTENT,
        CONTENT_RETURN,
        CONTENT_END,
        NOTHING
    }

    public ChunkedBody(Content content) {
        this.content = content;
    }

    /**
     * Takes what belongs to the body from {@code in}.
     *
     * @throws IllegalStateException where the coding is broken
     */
    public void read(ByteBuf in) {
        while (in.isReadable() && next != Next.NOTHING) {
            if (next == Next.CONTENT) {
                int run = Math.min(left, in.readableBytes());
                content.read(in, run);
                left -= run;
                next = left == 0 ? Next.CONTENT_RETURN : Next.CONTENT;
            } else {
                next = next(in.readByte());
            }
        }
    }

    /** Whether the size of the last chunk was read: no content follows. */
    public boolean isLast() {
        return last;
    }

    /** Whether the whole body was read. */
    boolean isComplete() {
        return next == Next.NOTHING;
    }

    /** Ready for the next body. */
    void clear() {
        next = Next.SIZE;
        digits = 0;
        left = 0;
        last = false;
    }

    private Next next(byte b) {
        return switch (next) {
            case SIZE -> size(b);
            case SIZE_END -> {
                require(b == '\n');
                last = left == 0;
                digits = 0;
                yield last ? Next.CONTENT_RETURN : Next.CONTENT;
            }
            case CONTENT_RETURN -> {
                require(b == '\r');
                yield Next.CONTENT_END;
            }
            case CONTENT_END -> {
                require(b == '\n');
                yield last ? Next.NOTHING : Next.SIZE;
            }
            case CONTENT, NOTHING -> throw new IllegalStateException("content is read in runs");
        };
    }

    private Next size(byte b) {
        if (b == '\r') {
            require(digits > 0);
            return Next.SIZE_END;
        }
        int digit = Character.digit(b, 16);
        require(digit >= 0 && digits < MOST_DIGITS);
        left = 16 * left + digit;
        digits++;
        return Next.SIZE;
    }

    private static void require(boolean right) {
        if (!right) {
            throw new IllegalStateException("broken chunks");
        }
    }
}
