package dev.weir.catalog;

import java.io.IOException;
import java.io.Serial;

/**
 * A file has become shorter than what was promised of it, so the connection must end early.
 *
 * <p>Not an {@link java.io.EOFException}: Spring takes one for a client that left, and the answer for complete.
 */
public final class TruncatedException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    TruncatedException() {
        super("the file has become shorter");
    }
}
