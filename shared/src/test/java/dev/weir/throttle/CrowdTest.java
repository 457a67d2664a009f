package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.RateRules.MIB;
import static dev.weir.throttle.Simulation.MILLISECOND;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More than ten waiting downloads are a crowd here. The chunk time of a tenth of a second then becomes four of these. */
class CrowdTest {
    private static final int CROWD = 10;
    private static final long RATE = 100 * KIB;
    private static final long CHUNK = 10 * KIB;

    private final Simulation simulation =
            new Simulation((rate, capacity, now) -> AnyShaper.real(rate, capacity, now, CROWD), 0, 0);

    @Test
    void t01_aCrowdGetsLongerGrantsWithinTheBoundOfTheLongerChunk() {
        List<Share> shares = crowd(CROWD + 1);
        simulation.run(SECOND);
        assertThat(simulation.grants).anyMatch(grant -> grant.bytes() == 4 * CHUNK);
        for (Share share : shares) {
            List<SeenGrant> grants = simulation.grants.stream()
                    .filter(grant -> grant.client() == share.id)
                    .toList();
            for (int first = 0; first < grants.size(); first++) {
                long bytes = 0;
                for (SeenGrant grant : grants.subList(first, grants.size())) {
                    bytes += grant.bytes();
                    double window = (grant.nanos() - grants.get(first).nanos()) / 1e9;
                    assertThat((double) bytes).isLessThanOrEqualTo(CHUNK + RATE * window + 4 * CHUNK);
                }
            }
        }
    }

    @Test
    void t02_aCrowdGetsItsRate() {
        List<Share> shares = crowd(3 * CROWD);
        simulation.run(2 * SECOND);
        simulation.measureFromNow();
        simulation.run(10 * SECOND);
        shares.forEach(share ->
                assertThat(simulation.bytes(share)).isCloseTo(10 * RATE, offset(RATE / 20 + 4 * CHUNK)));
    }

    @Test
    void t02_aCrowdSharesTheGlobalRate() {
        simulation.shaper.changeGlobal(MIB, MIB, simulation.now);
        List<Share> shares = crowd(3 * CROWD);
        simulation.run(2 * SECOND);
        simulation.measureFromNow();
        simulation.run(12 * SECOND);
        assertThat(simulation.bytes()).isCloseTo(12 * MIB, offset(MIB / 20));
        shares.forEach(
                share -> assertThat(simulation.bytes(share)).isCloseTo(12 * MIB / 30, offset(MIB / 30)));
    }

    @Test
    void t04_theFirstGrantOfANewcomerIsAsSoonAsWithoutACrowd() {
        crowd(3 * CROWD);
        simulation.run(5 * SECOND);
        simulation.measureFromNow();
        Share newcomer = simulation.client(RATE, 1);
        simulation.download(newcomer);
        simulation.run(SECOND / 10);
        assertThat(simulation.bytes(newcomer)).isEqualTo(CHUNK);
    }

    @Test
    void t06_grantsAreShortAgainOnceAFifthOfTheCrowdHasGone() {
        List<Share> shares = new ArrayList<>();
        List<TestDownload> downloads = new ArrayList<>();
        IntStream.range(0, CROWD + 1).forEach(client -> {
            shares.add(simulation.client(RATE, 1));
            downloads.add(simulation.download(shares.getLast()));
        });
        simulation.run(2 * SECOND);
        downloads.subList(0, 2).forEach(simulation::stop);
        simulation.run(2 * SECOND);
        simulation.measureFromNow();
        simulation.run(2 * SECOND);
        assertThat(simulation.grants).allMatch(grant -> grant.bytes() == 4 * CHUNK);
        simulation.stop(downloads.get(2));
        simulation.run(2 * SECOND);
        simulation.measureFromNow();
        simulation.run(2 * SECOND);
        assertThat(simulation.grants).isNotEmpty().allMatch(grant -> grant.bytes() == CHUNK);
    }

    @Test
    void t07_noLookIsInVainWhenACrowdComesOrGoes() {
        Seeds.forEach(50, random -> {
            ShaperProgram program = new ShaperProgram(
                    (rate, capacity, now) -> AnyShaper.real(rate, capacity, now, CROWD / 2), random);
            program.run(2_000);
            assertThat(program.emptyLooks).isZero();
        });
    }

    @Test
    void theLongestGrantIsASecondUnlessAChunkIsLonger() {
        assertThat(GrantSizer.crowdTime(Duration.ofMillis(100))).isEqualTo(Duration.ofMillis(400));
        assertThat(GrantSizer.crowdTime(Duration.ofMillis(500))).isEqualTo(Duration.ofSeconds(1));
        assertThat(GrantSizer.crowdTime(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
    }

    private List<Share> crowd(int clients) {
        List<Share> shares = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            shares.add(simulation.client(RATE, 1));
            simulation.download(shares.getLast());
            simulation.run(MILLISECOND);
        }
        return shares;
    }
}
