package dev.weir.perf;

import java.io.Serial;

/** Thrown when the options of a command line make no sense. The message is one line for the user. */
public final class BadUsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public BadUsageException(String message) {
        super(message);
    }
}
