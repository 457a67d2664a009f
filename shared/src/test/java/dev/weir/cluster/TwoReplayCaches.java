package dev.weir.cluster;

import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.NEW;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.soap.wssecurity.Freshness;
import dev.weir.soap.wssecurity.ReplayGuard;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The base of tests with two nodes that refuse copies of SOAP messages. Their Redis is empty before each test. */
abstract class TwoReplayCaches {
    private final RedisServer redis;
    private final boolean durable;
    RedisLink first;
    RedisLink second;
    List<ReplayGuard> nodes;

    TwoReplayCaches(RedisServer redis, boolean durable) {
        this.redis = redis;
        this.durable = durable;
    }

    @BeforeEach
    void connect() {
        redis.forget();
        first = Links.to(redis);
        second = Links.to(redis);
        nodes = List.of(new RedisReplayCache(first, durable), new RedisReplayCache(second, durable));
    }

    @AfterEach
    void disconnect() {
        first.close();
        second.close();
    }

    /** Waits until Redis has run the commands that this node sends at the start of each connection. */
    void settle(int node, RedisLink link) {
        CountDownLatch sent = new CountDownLatch(1);
        link.timer().later(sent::countDown, 0); // runs on the thread that sends these commands
        await().until(() -> sent.getCount() == 0);
        assertThat(add(node, "settled " + node, later())).isEqualTo(NEW);
    }

    void answers() {
        await().until(() -> first.isUp() && second.isUp());
    }

    void restart() {
        redis.kill();
        assertThat(add(0, "refused", later())).isEqualTo(UNKNOWN);
        assertThat(add(1, "refused", later())).isEqualTo(UNKNOWN);
        await().until(() -> !first.isUp() && !second.isUp()); // a command may fail before its link knows why
        redis.restart();
        answers();
    }

    ReplayGuard.Verdict add(int node, String content, Instant created) {
        return add(nodes.get(node), content, created);
    }

    static ReplayGuard.Verdict add(ReplayGuard node, String content, Instant created) {
        Instant until = created.plusSeconds(60);
        return node.add(content, new Freshness.Validity(created, until), Instant.now());
    }

    static Instant later() {
        return Instant.now().plusSeconds(5);
    }
}
