package dev.weir.cluster;

import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.NEW;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.SEEN;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.soap.wssecurity.Freshness;
import dev.weir.soap.wssecurity.ReplayGuard;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that nodes refuse copies of SOAP messages (S05). Their Redis may lose data in a restart. */
class RedisReplayCacheTest extends TwoReplayCaches {
    private static final int ROUNDS = 1000;
    private static final int COPIES = 64;

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    RedisReplayCacheTest() {
        super(REDIS, false);
    }

    /**
     * Two nodes get 64 copies of a SOAP message. Only one copy may count as new, so look-up and adding must be one
     * step.
     */
    @Test
    void s05_oneOfTheCopiesOnTwoNodesIsNew() throws Exception {
        Instant created = later();
        LongSupplier slow = () -> System.nanoTime() / 10; // a verdict is unknown after a second without an answer
        try (RedisLink one = Links.to(REDIS.uri(), slow);
                RedisLink other = Links.to(REDIS.uri(), slow);
                ExecutorService threads = Executors.newFixedThreadPool(COPIES)) {
            List<ReplayGuard> caches = List.of(new RedisReplayCache(one, false), new RedisReplayCache(other, false));
            for (int round = 0; round < ROUNDS; round++) {
                String content = "round " + round;
                List<Callable<ReplayGuard.Verdict>> copies = IntStream.range(0, COPIES)
                        .<Callable<ReplayGuard.Verdict>>mapToObj(
                                copy -> () -> add(caches.get(copy % 2), content, created))
                        .toList();
                List<ReplayGuard.Verdict> verdicts = threads.invokeAll(copies).stream()
                        .map(Future::resultNow)
                        .toList();
                assertThat(Collections.frequency(verdicts, NEW)).as(content).isOne();
                assertThat(Collections.frequency(verdicts, SEEN)).as(content).isEqualTo(COPIES - 1);
            }
        }
    }

    @Test
    void s05_aMessageIsRememberedLongerThanItLives() {
        add(0, "content", later());
        assertThat(Long.parseLong(REDIS.ask("PTTL test:soap:seen:content").substring(1)))
                .isBetween(60_000L, 180_000L);
    }

    /** While Redis does not answer, no SOAP message may be accepted as new. */
    @Test
    void s05_whileRedisIsPausedNoMessageIsNew() {
        REDIS.pause();
        try {
            assertThat(add(0, "content", later())).isEqualTo(UNKNOWN);
            assertThat(first.isUp()).isFalse();
        } finally {
            REDIS.resume();
        }
        answers();
        assertThat(add(1, "another", later())).isEqualTo(NEW);
    }

    /** Redis may lose SOAP messages in a restart. So a message from before a restart must be refused afterwards. */
    @Test
    void s05_aMessageFromBeforeARestartOfRedisIsRefused() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        restart();
        REDIS.ask("DEL test:soap:seen:content");
        assertThat(add(1, "content", created)).isEqualTo(UNKNOWN);
        assertThat(add(1, "content", created.minusSeconds(10))).isEqualTo(SEEN);
        assertThat(add(1, "content", Instant.now().plus(Freshness.AHEAD))).isEqualTo(NEW);
        assertThat(first.isUp() && second.isUp()).isTrue();
    }

    @Test
    void s05_aMessageFromBeforeALossOfAllDataIsRefused() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        settle(0, first);
        settle(1, second);
        REDIS.forget();
        try (RedisLink link = Links.to(REDIS)) {
            ReplayGuard fresh = new RedisReplayCache(link, false);
            assertThat(add(fresh, "of a node that knows of no loss", created)).isEqualTo(NEW);
            assertThat(add(0, "content", created)).isEqualTo(UNKNOWN);
            assertThat(add(fresh, "content", created)).isEqualTo(UNKNOWN);
        }
    }

    /**
     * For a minute after a restart of Redis, new SOAP messages are refused. This minute must begin even if no message
     * comes.
     */
    @Test
    void s05_aMinuteAfterARestartOfRedisMessagesAreNew() {
        await().until(() -> REDIS.ask("EXISTS test:soap:start").equals(":1"));
        REDIS.ask("HSET test:soap:start millis 0");
        restart();
        await().until(() -> REDIS.ask("HSTRLEN test:soap:start millis").equals(":13"));
        assertThat(add(0, "content", Instant.now())).isEqualTo(UNKNOWN);
        REDIS.seemsOld("test:");
        assertThat(add(0, "content", Instant.now())).isEqualTo(NEW);
    }

    /** Redis refuses the script that records when Redis started. The node must send it again until Redis runs it. */
    @Test
    void s05_theStartIsNotedAsSoonAsRedisRunsScripts() {
        try (RedisServer refusing = RedisServer.start();
                RedisLink link = Links.to(refusing)) {
            refusing.ask("ACL SETUSER default -eval -evalsha");
            ReplayGuard node = new RedisReplayCache(link, false);
            await().until(() -> link.state().failures() > 0);
            refusing.ask("ACL SETUSER default +eval +evalsha");
            await().until(() -> refusing.ask("EXISTS test:soap:start").equals(":1"));
            Instant created = later();
            assertThat(add(node, "content", created)).isEqualTo(NEW);
            refusing.forget();
            assertThat(add(node, "content", created)).as("after a loss").isEqualTo(UNKNOWN);
        }
    }

    @Test
    void s05_theFirstMessageAfterTheFirstStartOfRedisIsNew() {
        await().until(() -> REDIS.ask("EXISTS test:soap:start").equals(":1"));
        Instant created = Instant.now();
        assertThat(add(0, "content", created.plusMillis(1))).isEqualTo(NEW);
        assertThat(nodes.getFirst().since(created)).isEqualTo(Instant.MIN);
    }

    @Test
    void s05_aFullRedisRemembersNothingAndAcceptsNothing() {
        REDIS.ask("CONFIG SET maxmemory 1");
        try {
            assertThat(add(0, "content", later())).isEqualTo(UNKNOWN);
        } finally {
            REDIS.ask("CONFIG SET maxmemory 0");
        }
        assertThat(add(0, "content", later())).isEqualTo(NEW);
    }
}
