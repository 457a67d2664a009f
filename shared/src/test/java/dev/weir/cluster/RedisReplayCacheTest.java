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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** S05 over nodes: two links are two nodes. */
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
        connect(false);
    }

    private void connect(boolean durable) {
        first = Links.to(REDIS);
        second = Links.to(REDIS);
        nodes = List.of(new RedisReplayCache(first, durable), new RedisReplayCache(second, durable));
    }

    @AfterEach
    void disconnect() {
        first.close();
        second.close();
    }

    /** If this fails, check that the script looks up and adds in one step. */
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

    /** If this fails, check that a command which is not answered in time is not taken for a new message. */
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

    /** If this fails, check that the script compares the run of Redis, since a restart may lose messages. */
    @Test
    void s05_aMessageFromBeforeARestartOfRedisIsRefused() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        restartRedis();
        REDIS.ask("DEL test:soap:seen:content");
        assertThat(add(1, "content", created)).isEqualTo(UNKNOWN);
        assertThat(add(1, "content", created.minusSeconds(10))).isEqualTo(SEEN);
        assertThat(add(1, "content", Instant.now().plus(Freshness.AHEAD))).isEqualTo(NEW);
        assertThat(first.isUp() && second.isUp()).isTrue();
    }

    /** If this fails, check that a durable Redis keeps the name of its first start. */
    @Test
    void s05_afterARestartOfADurableRedisMessagesAreNewAtOnce() {
        disconnect();
        connect(true);
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        assertThat(add(1, "another", created)).isEqualTo(NEW);
        restartRedis();
        assertThat(add(1, "content", created)).isEqualTo(SEEN);
        assertThat(add(0, "another", created)).isEqualTo(SEEN);
        assertThat(add(1, "new", created)).isEqualTo(NEW);
        restartRedis();
        assertThat(add(0, "new", created)).isEqualTo(SEEN);
    }

    /** If this fails, check that the script asks whether Redis has an append-only file. */
    @Test
    void s05_aRedisWithSnapshotsIsNotDurable() {
        try (RedisServer snapshots = RedisServer.start("--appendonly no", "--save 3600 1000");
                RedisLink link = Links.to(snapshots)) {
            ReplayGuard node = new RedisReplayCache(link, true);
            Instant created = later();
            assertThat(add(node, "content", created)).isEqualTo(NEW);
            snapshots.ask("SAVE");
            snapshots.kill();
            snapshots.restart();
            await().until(() -> add(node, "another", Instant.now().plus(Freshness.AHEAD)) == NEW);
            assertThat(add(node, "content", created)).isEqualTo(UNKNOWN);
        }
    }

    /** If this fails, check that a durable Redis that has lost the note of its start counts as one that lost data. */
    @Test
    void s05_alsoADurableRedisMayBeEmptied() {
        disconnect();
        connect(true);
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        REDIS.forget();
        assertThat(add(0, "content", created)).isEqualTo(UNKNOWN);
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

    /** Waits until Redis has run what a node sends after its connect. */
    private void settle(int node, RedisLink link) {
        CountDownLatch sent = new CountDownLatch(1);
        link.later(sent::countDown, 0); // on the thread that sends it
        await().until(() -> sent.getCount() == 0);
        assertThat(add(node, "settled " + node, later())).isEqualTo(NEW);
    }

    /** If this fails, check that the start of Redis is noted before a message comes. */
    @Test
    void s05_aMinuteAfterARestartOfRedisMessagesAreNew() {
        await().until(() -> REDIS.ask("EXISTS test:soap:start").equals(":1"));
        REDIS.ask("HSET test:soap:start millis 0");
        restartRedis();
        await().until(() -> REDIS.ask("HSTRLEN test:soap:start millis").equals(":13"));
        assertThat(add(0, "content", Instant.now())).isEqualTo(UNKNOWN);
        REDIS.seemsOld("test:");
        assertThat(add(0, "content", Instant.now())).isEqualTo(NEW);
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

    private void answers() {
        await().until(() -> first.isUp() && second.isUp());
    }

    private void restartRedis() {
        REDIS.kill();
        assertThat(add(0, "refused", later())).isEqualTo(UNKNOWN);
        assertThat(add(1, "refused", later())).isEqualTo(UNKNOWN);
        await().until(() -> !first.isUp() && !second.isUp()); // a command may fail before its link knows why
        REDIS.restart();
        answers();
    }

    private ReplayGuard.Verdict add(int node, String content, Instant created) {
        return add(nodes.get(node), content, created);
    }

    private static ReplayGuard.Verdict add(ReplayGuard node, String content, Instant created) {
        Instant until = created.plusSeconds(60);
        return node.add(content, new Freshness.Validity(created, until), Instant.now());
    }

    private static Instant later() {
        return Instant.now().plusSeconds(5);
    }
}
