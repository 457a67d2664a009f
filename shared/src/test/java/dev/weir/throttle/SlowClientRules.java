package dev.weir.throttle;

import static dev.weir.throttle.FairnessRules.RATE;
import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A client that wants less than its share of the rate gets all that it wants. Other clients get the rest (rule T04).
 */
interface SlowClientRules {
    AnyShaper.Maker shapers();

    @Test
    default void t04_theOthersGetTheRateThatSlowClientsLeave() {
        for (int fast : new int[] {5, 20, 50, 90}) {
            assertTenSlowClientsGetTheirRate(IntStream.generate(() -> 1).limit(fast));
        }
    }

    @Test
    default void t04_slowClientsGetTheirRateBesideHeavyOnes() {
        // The weights add up to less than 100, so a client of weight 1 could get more than a slow client wants.
        assertTenSlowClientsGetTheirRate(
                IntStream.concat(IntStream.of(1, 1), IntStream.generate(() -> 8).limit(9)));
    }

    private void assertTenSlowClientsGetTheirRate(IntStream weightsOfFast) {
        Simulation simulation = new Simulation(shapers(), RATE, RATE);
        List<Share> slow = IntStream.range(0, 10)
                .mapToObj(client -> simulation.client(200 * KIB, 1))
                .toList();
        slow.forEach(simulation::download);
        weightsOfFast.forEach(weight -> simulation.download(simulation.client(0, weight)));
        simulation.run(2 * SECOND);
        simulation.measureFromNow();
        simulation.run(100 * SECOND);
        assertThat((double) simulation.bytes()).isGreaterThanOrEqualTo(0.99 * 100 * RATE);
        assertThat(slow)
                .allSatisfy(share -> assertThat((double) simulation.bytes(share) / (100 * KIB))
                        .as("KiB/s beside %d fast downloads", simulation.downloads() - 10)
                        .isCloseTo(200, offset(1.0)));
    }
}
