package dev.weir.cluster;

import java.io.Serial;

/** Thrown when the link to Redis is down, so that a command was not sent. */
final class RedisGoneException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RedisGoneException() {
        super("Redis does not answer", null, false, false);
    }
}
