package dev.weir.throttle;

import static dev.weir.throttle.Simulation.MILLISECOND;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests how many bytes a shaper grants in any window of time (rules T01, T02 and T09). */
interface RateRules {
    long KIB = 1024;
    long MIB = 1024 * KIB;

    AnyShaper.Maker shapers();

    /** Returns the longest chunk time ({@link Chunk.Time#longest}) of the shapers under test. */
    default Duration longest() {
        return AnyShaper.CHUNK_TIME;
    }

    @Test
    default void t01_noWindowGetsMoreThanCapacityPlusRatePlusAChunk() {
        Seeds.forEach(500, random -> {
            long rate = anyRate(random);
            long capacity = anyCapacity(rate, random);
            Simulation simulation = new Simulation(shapers(), rate, capacity);
            simulation.lateNanos = () -> random.nextInt(3) == 0 ? random.nextLong(300 * MILLISECOND) : 0;
            Windows global = new Windows(rate, capacity, AnyShaper.CHUNK_TIME);
            Map<Long, Windows> each = new HashMap<>();
            List<Share> shares = IntStream.rangeClosed(0, random.nextInt(5))
                    .mapToObj(client -> {
                        long own = anyRate(random);
                        long most = anyCapacity(own, random);
                        each.put((long) client, new Windows(own, most, longest()));
                        return simulation.client(own, most, 1 + random.nextInt(4));
                    })
                    .toList();
            shares.forEach(
                    share -> IntStream.rangeClosed(0, random.nextInt(3)).forEach(d -> simulation.download(share)));
            for (int part = 0; part < 10; part++) {
                simulation.measureFromNow();
                simulation.run(Seeds.anyDigits(random, 2 * SECOND));
                simulation.grants.forEach(grant -> {
                    global.add(grant);
                    windows(each, grant.client()).add(grant);
                });
                changeOne(simulation, shares, global, each, random);
            }
            global.check();
            each.values().forEach(Windows::check);
        });
    }

    private static void changeOne(
            Simulation simulation, List<Share> shares, Windows global, Map<Long, Windows> each, Random random) {
        long rate = anyRate(random);
        long capacity = anyCapacity(rate, random);
        int which = random.nextInt(shares.size() + 1);
        if (which == shares.size()) {
            simulation.shaper.changeGlobal(rate, capacity, simulation.now);
            global.set(rate, capacity);
        } else {
            Share share = shares.get(which);
            simulation.shaper.change(share, rate, capacity, 1 + random.nextInt(4), simulation.now);
            windows(each, share.id).set(rate, capacity);
        }
    }

    private static Windows windows(Map<Long, Windows> each, long client) {
        return Objects.requireNonNull(each.get(client));
    }

    private static long anyRate(Random random) {
        return 10_000 * Seeds.anyDigits(random, 1000);
    }

    private static long anyCapacity(long rate, Random random) {
        return Chunk.bytes(rate, AnyShaper.CHUNK_TIME) + (random.nextBoolean() ? 0 : random.nextInt(1_000_000));
    }

    @Test
    default void t02_tenSecondsBringTenTimesTheGlobalRate() {
        for (int downloads : new int[] {1, 10, 500}) {
            Simulation simulation = new Simulation(shapers(), 20_000 * KIB, 1000 * 20 * KIB);
            Random random = new Random(downloads);
            simulation.lateNanos = () -> random.nextLong(5 * MILLISECOND);
            IntStream.range(0, downloads).forEach(d -> simulation.download(simulation.client(0, 1)));
            assertTenSeconds(simulation, 20_000 * KIB);
        }
    }

    @Test
    default void t02_tenSecondsBringTenTimesTheClientsRateHoweverLateTheLooks() {
        for (int downloads : new int[] {1, 10, 500}) {
            Simulation simulation = new Simulation(shapers(), 0, 0);
            Random random = new Random(downloads);
            simulation.lateNanos = () -> random.nextLong(90 * MILLISECOND);
            Share share = simulation.client(2_000 * KIB, 1);
            IntStream.range(0, downloads).forEach(d -> simulation.download(share));
            assertTenSeconds(simulation, 2_000 * KIB);
        }
    }

    private static void assertTenSeconds(Simulation simulation, long rate) {
        simulation.run(2 * SECOND);
        simulation.measureFromNow();
        simulation.run(10 * SECOND);
        long chunk = Chunk.bytes(rate, AnyShaper.CHUNK_TIME);
        assertThat(simulation.bytes()).isCloseTo(10 * rate, offset(rate / 20 + chunk));
    }

    @Test
    default void t02_unusedBytesAreKeptUpToTheCapacity() {
        Simulation simulation = new Simulation(shapers(), MIB, 10 * MIB);
        simulation.now = 100 * SECOND;
        Share share = simulation.client(0, 1);
        simulation.download(share);
        simulation.look();
        assertThat(simulation.bytes()).isBetween(10 * MIB - 100 * KIB, 10 * MIB);
    }

    @Test
    default void t09_aByteASecondForAnHourAndMore() {
        Simulation simulation = new Simulation(shapers(), 1, 4096);
        simulation.download(simulation.client(1, 1));
        simulation.run(4096 * SECOND - 1);
        assertThat(simulation.grants).isEmpty();
        simulation.run(1);
        assertThat(simulation.bytes()).isEqualTo(4096);
        simulation.run(10 * 4096 * SECOND);
        assertThat(simulation.bytes()).isEqualTo(11 * 4096);
    }

    @Test
    default void t09_aHundredGigabytesASecond() {
        Simulation simulation = new Simulation(shapers(), 100_000_000_000L, 100_000_000_000L);
        simulation.download(simulation.client(200_000_000_000L, 1));
        simulation.run(10 * MILLISECOND);
        assertThat(simulation.bytes()).isBetween(1_000_000_000L - Chunk.LARGEST_BYTES, 1_000_000_000L);
    }

    @Test
    default void t09_aClockThatStepsBackGrantsNothingTwice() {
        Simulation simulation = new Simulation(shapers(), MIB, MIB);
        simulation.download(simulation.client(0, 1));
        simulation.run(10 * SECOND);
        long bytes = simulation.bytes();
        simulation.now = 0;
        simulation.run(10 * SECOND);
        assertThat(simulation.bytes()).isEqualTo(bytes);
        simulation.run(10 * SECOND);
        assertThat(simulation.bytes()).isCloseTo(20 * MIB, offset(MIB / 5));
    }
}
