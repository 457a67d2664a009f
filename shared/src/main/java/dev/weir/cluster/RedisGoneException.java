package dev.weir.cluster;

import java.io.Serial;

/** Thrown when a command was not sent, because the link to Redis is down. */
final class RedisGoneException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RedisGoneException() {
        super("Redis does not answer", null, false, false);
    }
}
