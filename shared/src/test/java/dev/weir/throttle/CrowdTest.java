package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.Simulation.MILLISECOND;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests a {@link Shaper} while many clients wait. The shaper then serves each client less often, but grants it more
 * bytes at once (rules T01, T02, T04, T06 and T07). In these tests, grants grow from 13 waiting clients on, up to four
 * times their usual size.
 */
class CrowdTest {
    private static final Chunk.Time CHUNK_TIME =
            new Chunk.Time(AnyShaper.CHUNK_TIME, AnyShaper.CHUNK_TIME.multipliedBy(4), 10);
    private static final int CLIENTS = 80;
    private static final long RATE = 100 * KIB;
    private static final long USUAL = 10 * KIB;

    private final Simulation simulation = simulation(0, 0);

    private static Simulation simulation(long rate, long capacity) {
        return new Simulation(
                (all, most, now) -> new AnyShaper.Real(new Shaper(new TokenBucket(all, most, now), CHUNK_TIME)),
                rate,
                capacity);
    }

    private static List<Share> crowd(Simulation simulation) {
        List<Share> shares = IntStream.range(0, CLIENTS)
                .mapToObj(client -> simulation.client(RATE, 1))
                .toList();
        shares.forEach(share -> {
            simulation.download(share);
            simulation.run(MILLISECOND);
        });
        return shares;
    }

    /** Adds 80 clients, and serves each at least once. From then on, their grants are larger than usual. */
    private List<Share> grownCrowd() {
        List<Share> shares = crowd(simulation);
        simulation.run(SECOND);
        simulation.measureFromNow();
        return shares;
    }

    @Test
    void t07_aCrowdGetsFewLargeGrants() {
        List<Share> shares = grownCrowd();
        simulation.run(8 * SECOND);
        assertThat(simulation.grants).hasSize(CLIENTS * 20);
        assertThat(simulation.grants).extracting(SeenGrant::bytes).containsOnly(4 * USUAL);
        assertThat(shares)
                .allSatisfy(share -> assertThat(simulation.bytes(share)).isCloseTo(8 * RATE, offset(4 * USUAL)));
    }

    @Test
    void t02_nothingIsLostWhileGrantsGrowAndWhenTheCrowdIsGone() {
        Share stays = simulation.client(RATE, 1);
        simulation.download(stays);
        List<TestDownload> others = IntStream.range(1, CLIENTS)
                .mapToObj(client -> simulation.download(simulation.client(RATE, 1)))
                .toList();
        simulation.run(10 * SECOND);
        assertThat(simulation.grants.getLast().bytes()).isEqualTo(4 * USUAL);
        others.forEach(simulation::stop);
        simulation.run(10 * SECOND);
        assertThat(simulation.bytes(stays)).isCloseTo(20 * RATE, offset(USUAL));
        assertThat(simulation.grants.getLast().bytes()).isEqualTo(USUAL);
    }

    @Test
    void t01_aCapacityThatIsSetBoundsAGrant() {
        Share tight = simulation.client(RATE, USUAL + 1, 1);
        simulation.download(tight);
        grownCrowd();
        simulation.run(8 * SECOND);
        assertThat(simulation.grants)
                .filteredOn(grant -> grant.client() == tight.id)
                .extracting(SeenGrant::bytes)
                .containsOnly(USUAL + 1);
        assertThat(simulation.bytes(tight)).isCloseTo(8 * RATE, offset(USUAL + 1));
    }

    @Test
    void t01_aClientThatHasCancelledSavesUpNoMoreThanItsCapacity() {
        Share share = simulation.client(RATE, 1);
        TestDownload first = simulation.download(share);
        grownCrowd();
        simulation.run(4 * SECOND);
        simulation.stop(first);
        simulation.run(10 * SECOND);
        assertThat(share.bucket.held(simulation.now)).isEqualTo(USUAL);
        simulation.shaper.change(share, RATE, USUAL, 1, simulation.now);
        simulation.run(10 * SECOND);
        assertThat(share.bucket.held(simulation.now)).isEqualTo(USUAL);
    }

    @Test
    void t07_theFirstGrantOfADownloadDoesNotWaitForTheGrowth() {
        grownCrowd();
        TestDownload only = simulation.download(simulation.client(RATE, 1));
        simulation.run(100 * MILLISECOND);
        assertThat(simulation.bytes(only)).isEqualTo(USUAL);
        simulation.run(399 * MILLISECOND);
        assertThat(simulation.bytes(only)).isEqualTo(USUAL);
        simulation.run(MILLISECOND);
        assertThat(simulation.bytes(only)).isEqualTo(5 * USUAL);
    }

    @Test
    void t07_aSecondDownloadOfAClientGetsItsFirstGrantAsSoonAsWithoutACrowd() {
        Share share = grownCrowd().getFirst();
        long before = simulation.now;
        TestDownload second = simulation.download(share);
        simulation.run(200 * MILLISECOND);
        assertThat(simulation.bytes(second)).isEqualTo(USUAL);
        simulation.run(8 * SECOND);
        long since = simulation.now - before;
        assertThat(simulation.bytes(share)).isCloseTo(RATE * since / SECOND, offset(4 * USUAL));
    }

    @Test
    void t07_theDownloadsOfOneClientTakeTurnsAsOftenAsWithoutACrowd() {
        Share many = grownCrowd().getFirst();
        IntStream.range(1, 16).forEach(download -> simulation.download(many));
        simulation.run(4 * SECOND);
        simulation.measureFromNow();
        simulation.run(16 * SECOND);
        assertThat(simulation.longestWaitNanos).isLessThanOrEqualTo(1_600 * MILLISECOND);
    }

    @Test
    void t06_aChangeReachesAClientThatWaitsForALargeGrantAtOnceAndLosesNothing() {
        Share share = grownCrowd().getFirst();
        simulation.run(4 * SECOND);
        simulation.grants.removeIf(grant -> grant.client() != share.id);
        long grantedNanos = simulation.grants.getLast().nanos();
        simulation.run(grantedNanos + 700 * MILLISECOND - simulation.now);
        simulation.measureFromNow();
        simulation.shaper.change(share, 2 * RATE, 2 * USUAL, 1, simulation.now);
        simulation.look();
        assertThat(simulation.bytes(share)).as("bytes of 300 ms").isEqualTo(3 * USUAL);
        simulation.run(8 * SECOND);
        assertThat(simulation.bytes(share)).isCloseTo(3 * USUAL + 16 * RATE, offset(8 * USUAL));
    }

    @Test
    void t04_aGrantGrowsNoFurtherThanItsPartOfARound() {
        Simulation limited = simulation(CLIENTS * RATE / 2, CLIENTS * RATE / 2);
        List<Share> shares = crowd(limited);
        limited.run(5 * SECOND);
        limited.measureFromNow();
        limited.run(8 * SECOND);
        assertThat(limited.grants).extracting(SeenGrant::bytes).allMatch(bytes -> bytes <= USUAL);
        assertThat(shares).allSatisfy(share -> assertThat(limited.bytes(share)).isCloseTo(4 * RATE, offset(2 * USUAL)));
    }
}
