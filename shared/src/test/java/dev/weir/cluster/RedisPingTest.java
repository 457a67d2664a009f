package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.Eventually;
import dev.weir.contract.RedisServer;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A02: a Redis that refuses {@code PING} is down, though it answers other commands. Redis does this if it could not
 * write to its disk, and while it loads its file.
 */
class RedisPingTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    @AfterEach
    void allow() {
        REDIS.ask("ACL SETUSER default +ping");
    }

    /** If this fails, check that the link sends a {@code PING} also while Redis answers other commands. */
    @Test
    void a02_aRedisThatRefusesOnlyPingIsDown() {
        try (RedisLink link = Links.to(REDIS)) {
            AtomicInteger looks = new AtomicInteger();
            link.onLook(() -> {
                looks.incrementAndGet();
                var _ = link.run(RedisAsyncCommands::clientId);
            });
            Eventually.is("looks after the PING that follows a connect", () -> looks.get() > 2);
            REDIS.ask("ACL SETUSER default -ping");
            Eventually.is("a link that is down", () -> !link.isUp());
            REDIS.ask("ACL SETUSER default +ping");
            Eventually.is("a link that is up", link::isUp);
        }
    }

    @Test
    void aPingIsDueInEachThirdLookAndAfterARefusedCommand() {
        LinkState state = new LinkState("a place", () -> 0);
        assertThat(state.isPingDue()).as("down").isTrue();
        state.up();
        state.answered(0);
        assertThat(state.isPingDue()).as("just connected").isTrue();
        state.answered(0);
        assertThat(state.isPingDue()).isFalse();
        state.answered(0);
        assertThat(state.isPingDue()).isFalse();
        state.answered(0);
        assertThat(state.isPingDue()).as("the third look").isTrue();
        assertThat(state.isPingDue()).as("without an answer").isTrue();
        state.answered(0);
        assertThat(state.isPingDue()).isFalse();
        state.answered(0);
        state.failed(0, new RedisCommandExecutionException("OOM"));
        assertThat(state.isPingDue()).as("a refused command").isTrue();
        state.answered(0);
        assertThat(state.isPingDue()).isFalse();
    }

    /** If this fails, the link connects again and again, and seems to be up for a moment after each connect. */
    @Test
    void aRefusedPingIsNoReasonToReconnect() {
        AtomicLong nanos = new AtomicLong();
        LinkState state = new LinkState("a place", nanos::get);
        state.up();
        nanos.set(Duration.ofMinutes(1).toNanos());
        RedisCommandExecutionException refusal = new RedisCommandExecutionException("MISCONF");
        state.failed(0, refusal);
        assertThat(state.pinged(refusal)).isFalse();
        assertThat(state.isUp()).isFalse();
        nanos.set(Duration.ofMinutes(2).toNanos());
        assertThat(state.pinged(new TimeoutException())).isTrue();
    }
}
