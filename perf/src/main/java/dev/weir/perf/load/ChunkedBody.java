package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;

/** Takes the chunked coding (RFC 9112, 7.1) off a body that is not to end. Not thread-safe. */
final class ChunkedBody {
    private static final int MOST_DIGITS = 7;

    private final EventFrames content;
    private Next next = Next.SIZE;
    private int digits;
    /** Of the chunk, or of its size as far as it was read. */
    private int left;

    private enum Next {
        SIZE,
        SIZE_END,
        CONTENT,
        CONTENT_RETURN,
        CONTENT_END
    }

    ChunkedBody(EventFrames content) {
        this.content = content;
    }

    /**
     * Takes all of {@code in}.
     *
     * @throws IllegalStateException where the coding is broken, and at its end
     */
    void read(ByteBuf in) {
        while (in.isReadable()) {
            if (next == Next.CONTENT) {
                content(in);
            } else {
                next = next(in.readByte());
            }
        }
    }

    private void content(ByteBuf in) {
        int run = Math.min(left, in.readableBytes());
        content.read(in, run);
        left -= run;
        if (left == 0) {
            next = Next.CONTENT_RETURN;
        }
    }

    private Next next(byte b) {
        return switch (next) {
            case SIZE -> size(b);
            case SIZE_END -> {
                require(b == '\n');
                if (left == 0) {
                    throw new IllegalStateException("the stream ended");
                }
                digits = 0;
                yield Next.CONTENT;
            }
            case CONTENT_RETURN -> {
                require(b == '\r');
                yield Next.CONTENT_END;
            }
            case CONTENT_END -> {
                require(b == '\n');
                yield Next.SIZE;
            }
            case CONTENT -> throw new IllegalStateException("content is read in runs");
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
