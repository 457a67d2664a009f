package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.RateRules.MIB;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests {@link Throttle#grantsAtOnce}. {@link ShaperModelTest} compares {@link Shaper#takesAtOnce} with a model. */
class ShortBodyTest extends ThrottleOnManualTime {
    @Test
    void t01_aShortBodyIsGrantedAtOnceIfBothBucketsHoldIt() {
        Share share = share(64 * KIB, 1);
        assertThat(throttle.grantsAtOnce(share, 100)).as("empty buckets").isFalse();
        time.moveTo(SECOND);
        assertThat(throttle.grantsAtOnce(share, 7 * KIB))
                .as("more than a chunk")
                .isFalse();
        assertThat(throttle.grantsAtOnce(share, 6 * KIB)).isTrue();
        assertThat(throttle.grantsAtOnce(share, 6 * KIB))
                .as("a bucket of 6.4 KiB")
                .isFalse();
        assertThat(share.grantedBytes()).isEqualTo(6 * KIB);
        assertThat(throttle.counts().grantedBytes()).isEqualTo(6 * KIB);
        assertThat(throttle.counts().grants()).isEqualTo(1);
        assertThat(share.fullNanos()).isEqualTo(SECOND + SECOND * 6 / 64);
        throttle.open(share, Runnable::run, granted::add).ask(KIB);
        assertThat(granted).as("the body has taken the bytes").isEmpty();
        time.moveTo(2 * SECOND);
        assertThat(granted).containsExactly(KIB);
    }

    @Test
    void t04_aShortBodyOvertakesNoDownload() {
        time.moveTo(SECOND);
        Share poor = share(4 * KIB, 1);
        Share rich = share(0, 1);
        throttle.open(poor, Runnable::run, granted::add).ask(MIB);
        assertThat(throttle.grantsAtOnce(poor, 1))
                .as("a download of its own waits")
                .isFalse();
        assertThat(throttle.grantsAtOnce(rich, 50_000))
                .as("the other waits only for itself")
                .isTrue();
        throttle.change(KIB, KIB);
        Share another = share(0, 1);
        throttle.open(another, Runnable::run, granted::add).ask(MIB);
        throttle.open(another, Runnable::run, granted::add).ask(MIB);
        assertThat(throttle.waiting()).isEqualTo(2);
        assertThat(throttle.grantsAtOnce(rich, 1))
                .as("another waits for the bucket of all")
                .isFalse();
    }

    @Test
    void t01_withoutAnyLimitABodyIsGrantedAtOnce() {
        Share share = share(0, 1);
        throttle.change(0, 0);
        assertThat(throttle.grantsAtOnce(share(KIB, 1), 100))
                .as("a limit of its own")
                .isFalse();
        assertThat(throttle.grantsAtOnce(share, 100)).isTrue();
        throttle.change(List.of(share), limits(KIB, 1));
        assertThat(throttle.grantsAtOnce(share, 100)).as("a limit since now").isFalse();
        assertThat(share.grantedBytes()).isEqualTo(100);
        assertThat(throttle.counts().grantedBytes()).isEqualTo(100);
        assertThat(throttle.counts().writtenBytes()).isZero();
        assertThat(throttle.counts().grants()).isEqualTo(1);
        throttle.wroteAtOnce(60);
        assertThat(throttle.counts().writtenBytes()).isEqualTo(60);
        throttle.open(share, Runnable::run, granted::add).close(40);
        assertThat(throttle.counts().givenBackBytes()).isEqualTo(40);
    }
}
