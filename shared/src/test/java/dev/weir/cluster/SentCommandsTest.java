package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.server.Eventually;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.AsyncCommand;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SentCommandsTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    /** A command that Redis has answered must not stay in memory. Otherwise, the memory use would grow for ever. */
    @Test
    void anAnsweredCommandDoesNotStayInMemory() {
        try (RedisLink link = Links.to(REDIS);
                StatefulRedisConnection<String, String> open = link.connect()) {
            SentCommands sent = new SentCommands(link.state(), System::nanoTime);
            WeakReference<?> answered = answered(sent, open);
            Eventually.is("an answered command that is gone", () -> {
                System.gc();
                return answered.get() == null;
            });
            sent.end(RedisLink.PATIENCE); // keeps the queue in memory until here
        }
    }

    /**
     * A late command to Redis fails. Slow code that depends on this command must not delay the failure of other late
     * commands.
     */
    @Test
    void aSlowStageAfterALateCommandDelaysNoOther() {
        AtomicLong nanos = new AtomicLong();
        try (RedisLink link = Links.to(REDIS);
                StatefulRedisConnection<String, String> open = link.connect()) {
            SentCommands sent = new SentCommands(link.state(), nanos::get);
            CompletableFuture<String> first = sent.send(open, _ -> Links.command());
            CompletableFuture<String> second = sent.send(open, _ -> Links.command());
            CompletableFuture<Boolean> slow = first.handle((_, _) -> awaitFailure(second));
            nanos.set(Duration.ofHours(1).toNanos());
            Thread looks = Thread.ofPlatform().daemon().start(() -> sent.end(RedisLink.PATIENCE));
            assertThat(slow).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(true);
            Eventually.is("the end of the look", () -> !looks.isAlive());
        }
    }

    /**
     * A command times out, but the thread that would fail the command cannot be started. The next call of
     * {@link SentCommands#end} must fail the command. Otherwise, a poll that waits for the reply of Redis would never
     * end.
     */
    @Test
    void aLateCommandFailsWithTheNextLookIfNoThreadCanStart() {
        AtomicLong nanos = new AtomicLong();
        AtomicInteger starts = new AtomicInteger();
        Executor late = task -> {
            if (starts.incrementAndGet() == 1) {
                throw new OutOfMemoryError("planted");
            }
            task.run();
        };
        try (RedisLink link = Links.to(REDIS);
                StatefulRedisConnection<String, String> open = link.connect()) {
            SentCommands sent = new SentCommands(link.state(), nanos::get, late);
            CompletableFuture<String> command = sent.send(open, _ -> Links.command());
            nanos.set(Duration.ofHours(1).toNanos());
            assertThatThrownBy(() -> sent.end(RedisLink.PATIENCE)).hasMessage("planted");
            assertThat(command).isNotDone();
            sent.end(RedisLink.PATIENCE);
            assertThat(command).isCompletedExceptionally();
        }
    }

    /** A server that starts on an empty Redis must count no error. Redis does not know a script before its first run. */
    @Test
    void a04_aScriptThatRedisDoesNotKnowYetIsNoError() {
        try (RedisLink link = Links.to(REDIS)) {
            assertThat(link.run(redis -> redis.evalsha("0".repeat(40), ScriptOutputType.VALUE)))
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableThat()
                    .withCauseInstanceOf(RedisNoScriptException.class);
            assertThat(link.state().failures()).isZero();
            assertThat(link.run(redis -> redis.eval("no Lua", ScriptOutputType.VALUE)))
                    .failsWithin(Duration.ofSeconds(5));
            assertThat(link.state().failures()).isEqualTo(1);
        }
    }

    @Test
    void a04_aCommandThatCannotBeSentIsAnError() {
        RedisLink link = Links.to(REDIS);
        link.close();
        assertThat(link.run(redis -> redis.get("key"))).isCompletedExceptionally();
        assertThat(link.state().failures()).isEqualTo(1);
    }

    private static boolean awaitFailure(CompletableFuture<String> command) {
        return command.handle((_, failure) -> failure != null).join();
    }

    private static WeakReference<?> answered(SentCommands sent, StatefulRedisConnection<String, String> open) {
        AsyncCommand<String, String, String> command = Links.command();
        var reply = sent.send(open, _ -> command);
        command.complete("OK");
        assertThat(reply).isCompletedWithValue("OK");
        return new WeakReference<>(command);
    }
}
