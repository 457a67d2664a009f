package dev.weir.cluster;

import dev.weir.contract.cluster.RedisServer;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Opens links to a Redis and waits until they are up. Creates commands for tests of links. */
final class Links {
    private static final Duration START = Duration.ofSeconds(10);

    private Links() {}

    /** Returns a command that is never sent to Redis. The test completes it. */
    static AsyncCommand<String, String, String> command() {
        return new AsyncCommand<>(new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
    }

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
