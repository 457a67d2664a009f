package dev.weir.perf;

import java.io.Serial;

/** Thrown when a command finds that its options make no sense. The message is one line. */
public final class BadUsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public BadUsageException(String message) {
        super(message);
    }
}
