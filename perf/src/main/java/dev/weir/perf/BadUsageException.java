package dev.weir.perf;

import java.io.Serial;

/** Thrown when a command finds that its options make no sense. The message is one line. */
final class BadUsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    BadUsageException(String message) {
        super(message);
    }
}
