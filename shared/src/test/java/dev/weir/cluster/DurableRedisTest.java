package dev.weir.cluster;

import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.NEW;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.SEEN;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.soap.wssecurity.ReplayGuard;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that nodes with a durable Redis ({@code weir.redis.durable}) refuse copies of SOAP messages (S05). */
class DurableRedisTest extends TwoReplayCaches {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    DurableRedisTest() {
        super(REDIS, true);
    }

    /** A durable Redis still has its data after a restart. So nodes must accept new SOAP messages at once. */
    @Test
    void s05_afterARestartOfADurableRedisMessagesAreNewAtOnce() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        assertThat(add(1, "another", created)).isEqualTo(NEW);
        assertThat(REDIS.ask("HDEL test:soap:start name")).isEqualTo(":1"); // as an older version of Weir leaves it
        restart();
        assertThat(add(1, "content", created)).isEqualTo(SEEN);
        assertThat(add(0, "another", created)).isEqualTo(SEEN);
        assertThat(add(1, "new", created)).isEqualTo(NEW);
        restart();
        assertThat(add(0, "new", created)).isEqualTo(SEEN);
    }

    /** Without an append-only file, Redis is not durable. Until it has one, no SOAP message may be accepted. */
    @Test
    void s05_whileRedisHasNoFileNoMessageIsAccepted() {
        try (RedisServer other = RedisServer.start("--appendonly no");
                RedisLink link = Links.to(other)) {
            ReplayGuard node = new RedisReplayCache(link, true);
            assertThat(add(node, "content", later())).isEqualTo(UNKNOWN);
            other.ask("CONFIG SET appendonly yes");
            assertThat(add(node, "content", later())).isEqualTo(NEW);
        }
    }

    /**
     * After all data of a durable Redis was deleted, a node cannot know whether a SOAP message is a copy of an earlier
     * one. So the node must not accept the message.
     */
    @Test
    void s05_emptyingADurableRedisIsALoss() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        REDIS.forget();
        assertThat(add(0, "content", created)).isEqualTo(UNKNOWN);
    }
}
