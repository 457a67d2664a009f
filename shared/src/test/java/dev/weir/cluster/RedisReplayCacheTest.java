package dev.weir.cluster;

import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.NEW;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.SEEN;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.RedisServer;
import dev.weir.soap.wssecurity.Freshness;
import dev.weir.soap.wssecurity.ReplayGuard;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** S05 on two nodes. A node here is a link and a replay cache. */
class RedisReplayCacheTest {
    private static final int ROUNDS = 1000;
    private static final int COPIES = 64;

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private RedisLink first;
    private RedisLink second;
    private List<ReplayGuard> nodes;

    @BeforeEach
    void connect() {
        REDIS.forget();
        first = Links.to(REDIS);
        second = Links.to(REDIS);
        nodes = List.of(new RedisReplayCache(first), new RedisReplayCache(second));
    }

    @AfterEach
    void disconnect() {
        first.close();
        second.close();
    }

    /** If this fails, check that one script on Redis looks up and adds the message. */
    @Test
    void s05_ofCopiesOnTwoNodesOneIsNew() throws Exception {
        Instant created = later();
        try (ExecutorService threads = Executors.newFixedThreadPool(COPIES)) {
            for (int round = 0; round < ROUNDS; round++) {
                String content = "round " + round;
                List<Callable<ReplayGuard.Verdict>> copies = IntStream.range(0, COPIES)
                        .<Callable<ReplayGuard.Verdict>>mapToObj(copy -> () -> add(copy % 2, content, created))
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

    /** If this fails, check that a message is not accepted when Redis does not answer in time. */
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

    /** If this fails, check that the script compares the run id of Redis, because a restart may lose messages. */
    @Test
    void s05_aMessageFromBeforeARestartOfRedisIsRefused() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        REDIS.kill();
        assertThat(add(1, "another", later())).isEqualTo(UNKNOWN);
        REDIS.restart();
        REDIS.ask("DEL test:soap:seen:content");
        assertThat(answered(1, "content", created.minusSeconds(10))).isEqualTo(SEEN);
        assertThat(add(1, "content", later())).isEqualTo(NEW);
    }

    /** If this fails, check that the node stores the start of Redis before the first message comes. */
    @Test
    void s05_theFirstMessageAfterARestartOfRedisIsNew() {
        REDIS.kill();
        REDIS.restart();
        answers();
        await().until(() -> !REDIS.ask("HGET test:soap:start run").equals("$-1"));
        Instant created = Instant.now();
        await().until(() -> Instant.now().isAfter(created));
        assertThat(answered(0, "content", created.plusMillis(1))).isEqualTo(NEW);
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

    private void answers() {
        await().until(() -> first.isUp() && second.isUp());
    }

    /** Adds a message. Repeats this while the node still uses the connection to the killed Redis. */
    private ReplayGuard.Verdict answered(int node, String content, Instant created) {
        return await().until(() -> add(node, content, created), verdict -> verdict != UNKNOWN);
    }

    private ReplayGuard.Verdict add(int node, String content, Instant created) {
        Instant until = created.plusSeconds(60);
        return nodes.get(node).add(content, new Freshness.Validity(created, until), Instant.now());
    }

    /** Returns a time that is surely after the start of Redis. */
    private static Instant later() {
        return Instant.now().plusSeconds(5);
    }
}
