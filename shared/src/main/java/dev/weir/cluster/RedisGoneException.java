package dev.weir.cluster;

import java.io.Serial;

/** Thrown when Redis is known not to answer, so nothing was sent. */
final class RedisGoneException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RedisGoneException() {
        super("Redis does not answer", null, false, false);
    }
}
