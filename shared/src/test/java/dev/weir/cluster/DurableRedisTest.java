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

/** S05 over nodes with {@code weir.redis.durable}. */
class DurableRedisTest extends TwoReplayCaches {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    DurableRedisTest() {
        super(REDIS, true);
    }

    /** If this fails, check that a durable Redis keeps the name of its first start. */
    @Test
    void s05_afterARestartOfADurableRedisMessagesAreNewAtOnce() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        assertThat(add(1, "another", created)).isEqualTo(NEW);
        assertThat(REDIS.ask("HDEL test:soap:start name")).isEqualTo(":1"); // as from an older build
        restart();
        assertThat(add(1, "content", created)).isEqualTo(SEEN);
        assertThat(add(0, "another", created)).isEqualTo(SEEN);
        assertThat(add(1, "new", created)).isEqualTo(NEW);
        restart();
        assertThat(add(0, "new", created)).isEqualTo(SEEN);
    }

    /** If this fails, check that the script asks whether Redis has an append-only file. */
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

    /** If this fails, check that a durable Redis that has lost the note of its start counts as one that lost data. */
    @Test
    void s05_emptyingADurableRedisIsALoss() {
        Instant created = later();
        assertThat(add(0, "content", created)).isEqualTo(NEW);
        REDIS.forget();
        assertThat(add(0, "content", created)).isEqualTo(UNKNOWN);
    }
}
