package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that every compared limiter does the work that is measured. Otherwise the benchmark's figures mean nothing. */
class LimiterTypeTest {
    private static final Set<LimiterType> TELLS_WAIT =
            EnumSet.of(LimiterType.WEIR, LimiterType.WEIR_LOCKED, LimiterType.BUCKET4J);
    private static final int CHUNK_BYTES = 20 * 1024;
    private static final long LONGEST_NANOS = CHUNK_BYTES * 1_000_000_000L;

    @ParameterizedTest
    @EnumSource
    void takesTheAvailableTokensAndThenRefuses(LimiterType type) {
        try (LimiterType.Limiter limiter = type.create(1, CHUNK_BYTES)) {
            assertThat(limiter.ask(CHUNK_BYTES)).isZero();
            assertRefused(type, limiter.ask(CHUNK_BYTES));
        }
    }

    @ParameterizedTest
    @EnumSource
    void grantsWithPlenty(LimiterType type) {
        try (LimiterType.Limiter limiter = TokenBucketBenchmark.Supply.PLENTY.of(type)) {
            int bytes = TokenBucketBenchmark.Supply.PLENTY.askedBytes();
            assertThat(LongStream.generate(() -> limiter.ask(bytes)).limit(10_000))
                    .containsOnly(0L);
            TokenBucketBenchmark.Supply.PLENTY.check(limiter);
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesWithNoneHoweverOftenItIsAsked(LimiterType type) {
        try (LimiterType.Limiter limiter = TokenBucketBenchmark.Supply.NONE.of(type)) {
            int bytes = TokenBucketBenchmark.Supply.NONE.askedBytes();
            LongStream.generate(() -> limiter.ask(bytes)).limit(1_000).forEach(answer -> assertRefused(type, answer));
            TokenBucketBenchmark.Supply.NONE.check(limiter);
        }
    }

    @ParameterizedTest
    @EnumSource
    void noticesALimiterThatDoesNotAnswerAsItShould(TokenBucketBenchmark.Supply supply) {
        LimiterType.Limiter broken =
                bytes -> supply == TokenBucketBenchmark.Supply.NONE ? 0 : LimiterType.Limiter.UNKNOWN;

        assertThatIllegalStateException().isThrownBy(() -> supply.check(broken));
    }

    private static void assertRefused(LimiterType type, long answer) {
        if (TELLS_WAIT.contains(type)) {
            assertThat(answer).isPositive().isLessThanOrEqualTo(LONGEST_NANOS);
        } else {
            assertThat(answer).isEqualTo(LimiterType.Limiter.UNKNOWN);
        }
    }
}
