package dev.weir.resilience.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisProcessTest {
    @Test
    void itKeepsItsDataOverARestartAndEnds(@TempDir Path folder) throws Exception {
        RedisProcess redis = new RedisProcess(folder.resolve("log"));
        try (redis) {
            redis.ask("XADD log * a b");
            long before = redis.reads();
            redis.ask("XRANGE log - +");
            assertThat(redis.reads() - before).isEqualTo(1);
            redis.kill();
            assertThatThrownBy(redis::reads).isInstanceOf(SocketException.class);
            redis.restart();
            redis.pause();
            redis.resume();
            assertThat(redis.ask("XLEN log")).startsWith(":1");
        }
        assertThatThrownBy(redis::reads).isInstanceOf(IOException.class);
    }
}
