package dev.weir.throttle;

import static dev.weir.throttle.RateRules.MIB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.weir.throttle.ShareLimits.Part;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests a throttle that may use only a part of the rates and weights, because other server processes use the rest
 * (rules T04, T06 and T09).
 */
class ThrottlePartTest extends ThrottleOnManualTime {
    private static final Part HALF = new Part(Part.WHOLE / 2, Part.WHOLE);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long MOST_PENDING = MIB / 5;

    private long bytes;

    private void download(Share share) {
        Download[] download = new Download[1];
        download[0] = throttle.open(share, Runnable::run, granted -> {
            bytes += granted;
            download[0].ask(MIB);
        });
        download[0].ask(MIB);
    }

    private long bytesIn(int seconds) {
        long before = bytes;
        time.moveTo(time.getAsLong() + seconds * SECOND);
        return bytes - before;
    }

    @Test
    void t06_aPartOfAClientsRateAppliesToWaitingDownloads() {
        throttle.change(0, 0);
        Share share = share(MIB, 1);
        download(share);
        throttle.limitTo(Map.of(share, HALF));
        assertThat(bytesIn(10)).isCloseTo(5 * MIB, offset(MOST_PENDING));
        throttle.limitTo(Map.of(share, Part.ALL));
        assertThat(bytesIn(10)).isCloseTo(10 * MIB, offset(MOST_PENDING));
    }

    @Test
    void t06_aChangedRateKeepsThePart() {
        throttle.change(0, 0);
        Share share = share(MIB, 1);
        download(share);
        throttle.limitTo(Map.of(share, HALF));
        throttle.change(List.of(share), limits(2 * MIB, 1));
        assertThat(bytesIn(10)).isCloseTo(10 * MIB, offset(MOST_PENDING));
    }

    @Test
    void t06_aPartOfTheGlobalRateAppliesToWaitingDownloads() {
        download(share(0, 1));
        throttle.limitTo(HALF);
        assertThat(bytesIn(10)).isCloseTo(5 * MIB, offset(MOST_PENDING));
        throttle.change(2 * MIB, MIB);
        assertThat(bytesIn(10)).isCloseTo(10 * MIB, offset(MOST_PENDING));
    }

    @Test
    void t04_aPartOfTheWeightCounts() {
        Share one = share(0, 3);
        Share other = share(0, 1);
        download(one);
        download(other);
        throttle.limitTo(Map.of(one, new Part(Part.WHOLE, Part.WHOLE / 3)));
        long before = one.grantedBytes();
        long all = bytesIn(10);
        assertThat(one.grantedBytes() - before).isCloseTo(all / 2, offset(all / 50));
    }

    /** If this fails, check that the part of a very large rate does not overflow, and that parts are rounded down. */
    @Test
    void t09_partsOfLargeLimitsAddUp() {
        ShareLimits limits = new ShareLimits(1L << 50, 1L << 50, 1);
        int third = Part.of(1, 3);
        ShareLimits part = limits.of(new Part(third, Part.WHOLE), AnyShaper.CHUNK_TIME);
        assertThat(3 * part.rate()).isBetween((1L << 50) - (1L << 32), 1L << 50);
        assertThat(part.capacity()).isEqualTo(part.rate());
        ShareLimits none = new ShareLimits(1, 4096, 1).of(new Part(0, 0), AnyShaper.CHUNK_TIME);
        assertThat(none).isEqualTo(new ShareLimits(1, 4096, 1));
        assertThatThrownBy(() -> new Part(Part.WHOLE + 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
