package dev.weir.cluster;

import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.NEW;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.SEEN;
import static dev.weir.soap.wssecurity.ReplayGuard.Verdict.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.RedisServer;
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

    /** A durable Redis keeps its data in a restart. So new SOAP messages must be accepted at once afterwards. */
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

    /** A Redis that keeps no append-only file is not durable. While it keeps none, no SOAP message may be accepted. */
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

    /** A durable Redis that was emptied has lost its data. A copy of an earlier SOAP message must not be accepted. */
    @Test
    void s05_emptyingADurableRedisIsALoss() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        REDIS.forget();
        assertThat(add(0, "content", created)).isEqualTo(UNKNOWN);
    }
}
