package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.RateRules.MIB;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests how a shaper divides a rate among clients that together want more than the rate (rules T03 and T04). */
interface FairnessRules {
    long RATE = 20 * MIB;

    AnyShaper.Maker shapers();

    @Test
    default void t03_sixteenDownloadsGetNoMoreThanOne() {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        Share greedy = simulation.client(0, 1);
        Share modest = simulation.client(0, 1);
        IntStream.range(0, 16).forEach(d -> simulation.download(greedy));
        simulation.download(modest);
        simulation.run(10 * SECOND);
        assertThat((double) simulation.bytes(greedy)).isLessThanOrEqualTo(1.02 * simulation.bytes(modest));
        assertThat((double) simulation.bytes(modest)).isLessThanOrEqualTo(1.02 * simulation.bytes(greedy));
    }

    @Test
    default void t03_sixteenDownloadsGetNoMoreThanOneOfTheirOwnRate() {
        Simulation simulation = new Simulation(shapers(), 0, 0);
        Share greedy = simulation.client(200 * KIB, 1);
        Share modest = simulation.client(200 * KIB, 1);
        IntStream.range(0, 16).forEach(d -> simulation.download(greedy));
        simulation.download(modest);
        simulation.run(100 * SECOND);
        assertThat((double) simulation.bytes(greedy)).isLessThanOrEqualTo(1.02 * simulation.bytes(modest));
    }

    @Test
    default void t04_weightsOneThreeOne() {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        List<Share> shares = IntStream.of(1, 3, 1)
                .mapToObj(weight -> simulation.client(0, weight))
                .toList();
        shares.forEach(simulation::download);
        simulation.run(10 * SECOND);
        double all = simulation.bytes();
        assertThat(simulation.bytes(shares.get(0)) / all).isCloseTo(0.2, offset(0.02));
        assertThat(simulation.bytes(shares.get(1)) / all).isCloseTo(0.6, offset(0.02));
        assertThat(simulation.bytes(shares.get(2)) / all).isCloseTo(0.2, offset(0.02));
    }

    @Test
    default void t04_aHundredEqualClientsGetTheSame() {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        List<Share> shares = IntStream.range(0, 100)
                .mapToObj(client -> simulation.client(client % 2 == 0 ? 0 : MIB, 1))
                .toList();
        shares.forEach(simulation::download);
        simulation.run(SECOND);
        simulation.measureFromNow();
        simulation.run(10 * SECOND);
        double sum = simulation.bytes();
        double squares = shares.stream()
                .mapToDouble(share -> Math.pow((double) simulation.bytes(share), 2))
                .sum();
        assertThat(sum * sum / (shares.size() * squares)).as("Jain index").isBetween(0.99, 1.0);
    }

    @Test
    default void t04_oneClientsDownloadsGetTheSame() {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        Share share = simulation.client(MIB, 1);
        simulation.download(simulation.client(0, 1));
        List<TestDownload> downloads =
                IntStream.range(0, 7).mapToObj(d -> simulation.download(share)).toList();
        simulation.run(10 * SECOND);
        long chunk = Chunk.bytes(MIB, AnyShaper.CHUNK_TIME);
        assertThat(downloads)
                .allSatisfy(one -> assertThat(simulation.bytes(one))
                        .isCloseTo(simulation.bytes(downloads.getFirst()), offset(chunk)));
        assertThat(simulation.bytes(share)).isCloseTo(10 * MIB, offset(2 * chunk));
    }

    @Test
    default void t04_theOthersGetTheRateThatStalledClientsLeave() {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        for (int client = 0; client < 20; client++) {
            TestDownload download = simulation.download(simulation.client(0, 1));
            if (client % 2 == 0) {
                simulation.stop(download);
            }
        }
        simulation.run(2 * SECOND);
        simulation.measureFromNow();
        simulation.run(10 * SECOND);
        assertThat((double) simulation.bytes()).isGreaterThanOrEqualTo(0.99 * 10 * RATE);
    }

    @Test
    default void t04_aHeavyClientsTinyAsksAreNotFree() {
        Simulation simulation = new Simulation(shapers(), MIB, MIB);
        simulation.download(simulation.client(0, 1000 * ShareLimits.WEIGHT_PARTS)).wanted = 1;
        TestDownload other = simulation.download(simulation.client(0, ShareLimits.WEIGHT_PARTS));
        other.wanted = 100;
        simulation.run(SECOND / 5);
        assertThat(simulation.bytes(other)).isGreaterThan(300);
    }

    @Test
    default void t04_nobodyStarves() {
        Seeds.forEach(40, random -> {
            Simulation simulation = new Simulation(shapers(), RATE, RATE);
            simulation.lateNanos = () -> random.nextInt(2_000_000);
            int clients = 2 + random.nextInt(20);
            for (int client = 0; client < clients; client++) {
                Share share = simulation.client(random.nextInt(3) == 0 ? MIB : 0, 1 + random.nextInt(10));
                IntStream.rangeClosed(0, random.nextInt(4)).forEach(download -> simulation.download(share));
            }
            simulation.run(20 * SECOND);
            int grants = simulation.grants.size();
            simulation.run(SECOND);
            assertThat(simulation.grants.size()).isGreaterThan(grants);
            // The client of weight 1 has 5 downloads, which take turns. In each round, a client of weight 10 gets 10
            // grants and a part of one.
            long round = clients * 11L * Chunk.LARGEST_BYTES;
            long most = 5 * (round * SECOND / RATE + SECOND / 4);
            assertThat(simulation.longestWaitNanos).isLessThanOrEqualTo(most);
            assertThat(simulation.grants.stream()
                            .map(SeenGrant::download)
                            .distinct()
                            .count())
                    .isEqualTo(simulation.downloads());
        });
    }
}
