package dev.weir.catalog;

import java.io.IOException;
import java.io.Serial;

/**
 * A file does not give what was promised of it any more, so the connection must end early.
 *
 * <p>Not an {@link java.io.EOFException}: Spring takes one for a client that left, and the answer for complete.
 */
public final class BrokenFileException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    BrokenFileException(String message) {
        super(message);
    }

    BrokenFileException(IOException cause) {
        super("the file cannot be read", cause);
    }
}
