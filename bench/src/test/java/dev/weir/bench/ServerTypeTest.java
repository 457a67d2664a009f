package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that each step of every compared server writes the right bytes. Otherwise the figures mean nothing. */
class ServerTypeTest {
    private static final int DOWNLOADS = 3;

    @ParameterizedTest
    @EnumSource
    void eachStepWritesAChunk(ThrottleBenchmark.ServerType type) {
        try (ThrottleBenchmark.LimitedServer server = type.create()) {
            LongSupplier one = server.open(DOWNLOADS);
            LongSupplier other = server.open(1);

            assertThat(LongStream.generate(one).limit(3 * DOWNLOADS))
                    .containsOnly((long) ThrottleBenchmark.LimitedServer.CHUNK_BYTES);
            assertThat(other.getAsLong()).isEqualTo(ThrottleBenchmark.LimitedServer.CHUNK_BYTES);
        }
    }

    @Test
    void aRefusedStepFails() {
        try (ThrottleBenchmark.LimitedServer server =
                new ThrottleBenchmark.LimiterServer(LimiterType.BUCKET4J, TokenBucketBenchmark.Supply.NONE)) {
            LongSupplier steps = server.open(1);

            assertThatIllegalStateException().isThrownBy(steps::getAsLong).withMessage("refused");
        }
    }

    @Test
    void aStepThatWaitedFails() {
        ThrottleServer server = new ThrottleServer(0, 100 * ThrottleBenchmark.LimitedServer.CHUNK_BYTES, 0);
        LongSupplier steps = server.open(1);
        while (!server.waited()) { // which it must, unless every step is slower than the rate
            assertThat(steps.getAsLong()).isPositive();
        }

        assertThatIllegalStateException().isThrownBy(server::close).withMessage("waited");
    }
}
