package dev.weir.catalog;

import java.io.IOException;
import java.io.Serial;

/**
 * Thrown when an open file has changed or can no longer be read. The server must then close the connection, so that the
 * client notices that the response is incomplete.
 *
 * <p>This class does not extend {@link java.io.EOFException}. Spring takes that exception as a sign that the client has
 * disconnected, and would end the response as if it were complete.
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
