package dev.weir.catalog;

import java.io.IOException;
import java.io.Serial;

/**
 * Thrown when an open file changed or cannot be read any more, so the connection must end early.
 *
 * <p>It is not an {@link java.io.EOFException}, because Spring takes one for a client that left and then treats the
 * answer as complete.
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
