package dev.weir.throttle;

import static dev.weir.throttle.FairnessRules.RATE;
import static dev.weir.throttle.RateRules.MIB;
import static dev.weir.throttle.Simulation.MILLISECOND;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that a new client is served after the clients that already wait, and gets only its share of the rate (rule
 * T04).
 */
interface NewcomerRules {
    AnyShaper.Maker shapers();

    @Test
    default void t04_aNewcomerStandsBehindClientsWithAsMuchClaim() {
        Simulation simulation = new Simulation(shapers(), MIB, MIB);
        IntStream.range(0, 5).forEach(client -> simulation.stop(simulation.download(simulation.client(0, 1))));
        simulation.look();
        simulation.stop(simulation.download(simulation.client(0, 1)));
        simulation.run(SECOND);
        assertThat(simulation.grants).extracting(SeenGrant::client).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    default void t04_aNewcomerGetsItsShareAndNoMore() {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        List<Share> before = IntStream.range(0, 9)
                .mapToObj(client -> simulation.client(0, 1))
                .toList();
        before.forEach(simulation::download);
        simulation.run(10 * SECOND);
        simulation.measureFromNow();
        Share newcomer = simulation.client(0, 1);
        simulation.download(newcomer);
        simulation.run(10 * SECOND);
        assertThat((double) simulation.bytes(newcomer)).isCloseTo(RATE, offset(0.02 * RATE));
        assertThat(before)
                .allSatisfy(one -> assertThat((double) simulation.bytes(one)).isCloseTo(RATE, offset(0.02 * RATE)));
    }

    @Test
    default void t04_aNewcomerIsServedAfterAllClientsThatWaitedWhenItCame() {
        Seeds.forEach(20, random -> {
            Simulation simulation = new Simulation(shapers(), RATE, RATE);
            List<Share> running = IntStream.rangeClosed(0, random.nextInt(12))
                    .mapToObj(client -> simulation.client(0, 1 + random.nextInt(4)))
                    .toList();
            running.forEach(simulation::download);
            simulation.run(5 * SECOND);
            Map<Long, Long> cameNanos = new HashMap<>();
            for (int newcomer = 0; newcomer < 200; newcomer++) {
                Share share = simulation.client(0, 1 + random.nextInt(4));
                simulation.stop(simulation.download(share));
                cameNanos.put(share.id, simulation.now);
                simulation.run(random.nextLong(30 * MILLISECOND));
            }
            Map<Long, Long> servedNanos = new HashMap<>();
            for (SeenGrant grant : simulation.grants) {
                Long came = cameNanos.get(grant.client());
                if (came == null) {
                    servedNanos.put(grant.client(), grant.nanos());
                } else {
                    assertThat(running)
                            .allSatisfy(
                                    one -> assertThat(servedNanos.get(one.id)).isGreaterThanOrEqualTo(came));
                }
            }
        });
    }

    @Test
    default void t04_newcomersTakeNoMoreThanTheirPartFromRunningClients() {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        List<Share> running = IntStream.range(0, 10)
                .mapToObj(client -> simulation.client(0, 1))
                .toList();
        running.forEach(simulation::download);
        simulation.run(5 * SECOND);
        simulation.measureFromNow();
        for (int newcomer = 0; newcomer < 1000; newcomer++) {
            simulation.stop(simulation.download(simulation.client(0, 1)));
            simulation.run(10 * MILLISECOND);
        }
        // A round takes 100 ms, and ten newcomers come in that time. So at most ten of twenty waiting clients are
        // newcomers.
        assertThat(running).allSatisfy(one -> assertThat(simulation.bytes(one)).isGreaterThanOrEqualTo(10 * RATE / 20));
        assertThat(simulation.longestWaitNanos).as("two rounds").isLessThan(SECOND / 5);
    }
}
