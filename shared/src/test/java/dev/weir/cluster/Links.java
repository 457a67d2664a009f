package dev.weir.cluster;

import dev.weir.contract.RedisServer;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Opens links to a Redis and waits until they are up. */
final class Links {
    private static final Duration START = Duration.ofSeconds(10);

    private Links() {}

    static RedisLink to(RedisServer redis) {
        return to(redis.uri());
    }

    static RedisLink to(String uri) {
        return to(uri, System::nanoTime);
    }

    static RedisLink to(String uri, LongSupplier nanoClock) {
        RedisLink link = new RedisLink(new RedisSettings(uri, "test:", false, null, ""), nanoClock);
        try {
            link.awaitUp(START);
        } catch (IllegalStateException e) {
            link.close();
            throw e;
        }
        return link;
    }
}
