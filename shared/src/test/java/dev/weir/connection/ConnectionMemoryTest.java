package dev.weir.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionMemoryTest {
    @ParameterizedTest
    @CsvSource({
        "19000, 2048, 64, 19000",
        "19000, 1024, 64, 14054",
        "19000, 96, 64, 691",
        "500, 96, 64, 500",
        "19000, 48, 64, 1",
        "19000, 16, 64, 1"
    })
    void configuredConnectionsAreAllowedIfTheyFit(int configured, long heapMebibytes, int kibibytesEach, int most) {
        assertThat(ConnectionMemory.most(configured, heapMebibytes << 20, kibibytesEach << 10))
                .isEqualTo(most);
    }
}
