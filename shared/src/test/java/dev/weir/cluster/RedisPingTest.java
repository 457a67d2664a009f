package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.server.Eventually;
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
 * Tests that Redis counts as down while it refuses {@code PING}, even if it answers other commands (A02). Redis refuses
 * {@code PING} if it could not write to its disk, and while it loads its file.
 */
class RedisPingTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    @AfterEach
    void allow() {
        REDIS.ask("ACL SETUSER default +ping");
    }

    /**
     * Redis refuses {@code PING}, but answers other commands. So the link must send {@code PING} even if Redis has just
     * answered another command.
     */
    @Test
    void a02_aRedisThatRefusesOnlyPingIsDown() {
        try (RedisLink link = Links.to(REDIS)) {
            AtomicInteger looks = new AtomicInteger();
            link.timer().onLook(() -> {
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

    /**
     * A new connection must count as down until Redis answers {@code PING}. While Redis loads its file, it refuses
     * {@code PING}.
     */
    @Test
    void a02_aNewConnectionIsDownUntilRedisAnswersPing() {
        REDIS.ask("ACL SETUSER default -ping");
        RedisSettings settings = new RedisSettings(REDIS.uri(), "test:", false, null, "");
        try (RedisLink link = new RedisLink(settings, System::nanoTime)) {
            AtomicInteger greetings = new AtomicInteger();
            link.onPing(greetings::incrementAndGet);
            Eventually.is("a refused PING", () -> link.state().failures() > 0);
            assertThatThrownBy(() -> link.awaitUp(Duration.ZERO)).isInstanceOf(IllegalStateException.class);
            assertThat(greetings).hasValue(1); // the greeting that runs at once
            REDIS.ask("ACL SETUSER default +ping");
            Eventually.is("a link that is up", link::isUp);
            Eventually.is("greetings after two answers", () -> greetings.get() > 2);
        }
    }

    @Test
    void aPingIsDueInEachThirdLookAndAfterARefusedCommand() {
        LinkState state = new LinkState("a place", () -> 0);
        assertThat(state.isPingDue()).as("down").isTrue();
        state.answered(0);
        state.pinged(0, null);
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

    /** After two late answers to {@code PING} in a row, Redis must count as down, because it is too slow. */
    @Test
    void theSecondLateAnswerToAPingInARowCountsAsNone() {
        AtomicLong nanos = new AtomicLong();
        LinkState state = new LinkState("a place", nanos::get);
        nanos.set(RedisLink.PATIENCE.toNanos());
        assertThat(state.pinged(0, null)).as("in time").isTrue();
        nanos.incrementAndGet();
        assertThat(state.pinged(0, null)).as("late for the first time").isTrue();
        assertThat(state.isPingDue()).as("a PING is due at once").isTrue();
        assertThat(state.pinged(0, null)).as("late again").isFalse();
        assertThat(state.pinged(0, null)).as("late while down").isFalse();
        assertThat(state.isUp()).isFalse();
        assertThat(state.pinged(1, null)).as("in time again").isTrue();
        assertThat(state.pinged(0, null)).as("late for the first time again").isTrue();
    }

    /** After a refused {@code PING}, the link must not reconnect. The connection works, so a new one would not help. */
    @Test
    void aRefusedPingIsNoReasonToReconnect() {
        AtomicLong nanos = new AtomicLong();
        LinkState state = new LinkState("a place", nanos::get);
        state.connected();
        state.pinged(0, null);
        nanos.set(Duration.ofMinutes(1).toNanos());
        RedisCommandExecutionException refusal = new RedisCommandExecutionException("MISCONF");
        assertThat(state.isSilent()).as("up").isFalse();
        state.failed(0, refusal);
        state.pinged(0, refusal);
        assertThat(state.isUp()).isFalse();
        assertThat(state.isSilent()).as("just refused").isFalse();
        nanos.set(Duration.ofMinutes(2).toNanos());
        state.pinged(0, new TimeoutException());
        assertThat(state.isSilent()).isTrue();
    }
}
