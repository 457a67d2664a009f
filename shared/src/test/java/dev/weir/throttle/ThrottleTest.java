package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.RateRules.MIB;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThrottleTest extends ThrottleOnManualTime {
    @Test
    void t01_theFirstGrantComesWhenItsChunkHasFilled() {
        Share share = share(100 * KIB, 1);
        throttle.open(share, Runnable::run, granted::add).ask(MIB);
        time.moveTo(SECOND / 10 - 1);
        assertThat(granted).isEmpty();
        assertThat(throttle.waiting()).isEqualTo(1);
        time.moveTo(SECOND / 10);
        assertThat(granted).containsExactly(10 * KIB);
        assertThat(throttle.waiting()).isZero();
        assertThat(time.rings()).as("nobody waits, nothing rings").isZero();
    }

    @Test
    void t05_aGrantIsTheAskedBytesIfTheyAreFewer() {
        time.moveTo(SECOND);
        Download download = throttle.open(share(0, 1), Runnable::run, granted::add);
        download.ask(1);
        download.ask(1L << 40);
        assertThat(granted).containsExactly(1L, 104_857L);
        assertThat(throttle.counts().grants()).isEqualTo(2);
        assertThat(throttle.counts().grantedBytes()).isEqualTo(104_858);
    }

    @Test
    void t06_aChangeReachesWaitingDownloads() {
        Share share = share(4 * KIB, 1);
        throttle.open(share, Runnable::run, granted::add).ask(MIB);
        throttle.change(KIB, 64 * KIB);
        assertThat(time.next()).isEqualTo(4 * SECOND);
        throttle.change(2 * KIB, 64 * KIB);
        assertThat(time.next()).isEqualTo(2 * SECOND);
        throttle.change(0, 0);
        assertThat(time.next()).isEqualTo(SECOND);
        throttle.change(List.of(share), limits(0, 1));
        assertThat(granted).containsExactly(Chunk.LARGEST_BYTES);
    }

    @Test
    void t06_aChangeToNonsenseIsRefusedAndHarmsNobody() {
        Share share = share(4 * KIB, 1);
        throttle.open(share, Runnable::run, granted::add).ask(MIB);
        assertThatThrownBy(() -> throttle.change(-1, MIB)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> throttle.change(MIB, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> throttle.change(MIB, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> throttle.change(List.of(share), limits(MIB, 0)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> throttle.share(limits(MIB, 0))).isInstanceOf(IllegalArgumentException.class);
        time.moveTo(SECOND);
        assertThat(granted).containsExactly(4 * KIB);
    }

    @Test
    void t07_grantsOfOneTurnAreFewHandOversForEachExecutor() {
        AtomicLong ofOne = new AtomicLong();
        AtomicLong ofOther = new AtomicLong();
        Executor one = counting(ofOne);
        Executor other = counting(ofOther);
        throttle.change(0, 0);
        Share share = share(KIB, 1);
        for (int download = 0; download < 80; download++) {
            throttle.open(share, download % 4 == 0 ? other : one, granted::add).ask(MIB);
        }
        assertThat(granted).isEmpty();
        throttle.change(List.of(share), limits(0, 1));
        assertThat(granted).hasSize(80);
        assertThat(ofOne).as("of up to 64 grants each").hasValue(1);
        assertThat(ofOther).hasValue(1);
    }

    @Test
    void t07_manyGrantsOfOneTurnAreSeveralHandOversSoThatALoopCanDoOtherThingsBetween() {
        AtomicLong handOvers = new AtomicLong();
        Executor loop = counting(handOvers);
        throttle.change(0, 0);
        Share share = share(KIB, 1);
        for (int download = 0; download < 200; download++) {
            throttle.open(share, loop, granted::add).ask(MIB);
        }
        throttle.change(List.of(share), limits(0, 1));
        assertThat(granted).hasSize(200);
        assertThat(handOvers).as("64, 64, 64 and 8").hasValue(4);
    }

    @Test
    void t07_anAskInsideOfAGrantNeitherRecursesNorLocks() {
        throttle.change(0, 0);
        AtomicLong left = new AtomicLong(100_000);
        Download[] download = new Download[1];
        download[0] = throttle.open(share(0, 1), Runnable::run, bytes -> {
            if (left.decrementAndGet() > 0) {
                download[0].ask(MIB);
            }
        });
        download[0].ask(MIB);
        assertThat(left).hasValue(0);
    }

    @Test
    void t07_nothingRingsInVainHoweverLateItRings() {
        AtomicInteger bodiesAtOnce = new AtomicInteger();
        Seeds.forEach(100, random -> {
            boolean allLimited = random.nextBoolean();
            ManualTime clock = new ManualTime();
            Throttle busy = new Throttle(new TokenBucket(20 * MIB, 20 * MIB, 0), AnyShaper.FIXED, clock, clock);
            Share visitor = busy.share(limits(0, 1));
            List<Download> downloads = new ArrayList<>();
            IntStream.range(0, 20).forEach(index -> {
                ShareLimits limits = limits(
                        !allLimited && random.nextInt(4) == 0 ? 0 : 10_000 * Seeds.anyDigits(random, 1000),
                        1 + random.nextInt(3));
                Share share = busy.share(limits);
                IntStream.rangeClosed(0, random.nextInt(3)).forEach(d -> {
                    int self = downloads.size();
                    downloads.add(busy.open(
                            share, Runnable::run, bytes -> downloads.get(self).ask(MIB)));
                });
            });
            downloads.forEach(download -> download.ask(MIB));
            for (int ring = 0; ring < 2000; ring++) {
                clock.ringLate(random.nextInt(3) == 0 ? random.nextInt(3_000_000) : 0);
                if (busy.grantsAtOnce(visitor, 1 + random.nextInt(10_000))) {
                    bodiesAtOnce.incrementAndGet();
                }
            }
            assertThat(busy.counts().wakeups()).isEqualTo(2000);
            assertThat(busy.counts().emptyPolls()).isZero();
            assertThat((double) busy.counts().wakeups())
                    .isLessThanOrEqualTo(1.05 * busy.counts().grants());
            assertThat(clock.rings()).isEqualTo(1);
        });
        assertThat(bodiesAtOnce).hasPositiveValue();
    }

    private static Executor counting(AtomicLong count) {
        return task -> {
            count.incrementAndGet();
            task.run();
        };
    }
}
