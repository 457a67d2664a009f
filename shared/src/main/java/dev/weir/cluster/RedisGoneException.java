package dev.weir.cluster;

import java.io.Serial;

/** Thrown when a command was not sent, because Redis does not answer. */
final class RedisGoneException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RedisGoneException() {
        super("Redis does not answer", null, false, false);
    }
}
