package dev.weir.cluster;

import java.io.Serial;

/** Means that a command was not sent, because Redis is not usable: Redis does not answer, or it refuses commands. */
final class RedisGoneException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RedisGoneException() {
        super("Redis is not usable", null, false, false);
    }
}
