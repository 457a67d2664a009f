package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static dev.weir.throttle.RateRules.MIB;
import static dev.weir.throttle.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

/**
 * Tests a shaper, which schedules downloads (rules T06 to T08). A change of a limit must apply to waiting downloads at
 * once. A cancelled download must take no tokens.
 */
interface ChangeRules {
    AnyShaper.Maker shapers();

    @Test
    default void t06_aFasterClientIsServedAtItsNewRateAtOnce() {
        Simulation simulation = new Simulation(shapers(), 0, 0);
        Share share = simulation.client(KIB, 1);
        simulation.download(share);
        simulation.run(SECOND);
        assertThat(simulation.grants).isEmpty();
        simulation.shaper.change(share, 3 * KIB, 4 * KIB, 1, simulation.now);
        assertThat(simulation.look()).as("1 KiB is there, 3 are missing").isEqualTo(2 * SECOND);
        simulation.run(SECOND);
        assertThat(simulation.bytes()).isEqualTo(4 * KIB);
    }

    @Test
    default void t06_aSlowerClientIsServedAtItsNewRateAtOnce() {
        Simulation simulation = new Simulation(shapers(), 0, 0);
        Share share = simulation.client(MIB, 1);
        simulation.download(share);
        simulation.run(10 * SECOND);
        simulation.shaper.change(share, KIB, 4 * KIB, 1, simulation.now);
        simulation.look();
        simulation.measureFromNow();
        simulation.run(100 * SECOND);
        assertThat(simulation.bytes()).isCloseTo(100 * KIB, offset(4 * KIB));
    }

    @Test
    default void t06_aClientThatIsNoMoreLimitedGoesOnAtOnce() {
        Simulation simulation = new Simulation(shapers(), 256 * KIB, 256 * KIB);
        Share share = simulation.client(1, 1);
        simulation.download(share);
        simulation.run(SECOND);
        assertThat(simulation.grants).isEmpty();
        simulation.shaper.change(share, 0, 0, 1, simulation.now);
        simulation.run(SECOND);
        assertThat(simulation.bytes()).isBetween(500 * KIB, 512 * KIB);
    }

    @Test
    default void t06_anotherGlobalRateIsMetAtOnce() {
        Simulation simulation = new Simulation(shapers(), KIB, 8 * KIB);
        simulation.download(simulation.client(0, 1));
        simulation.run(SECOND);
        simulation.shaper.changeGlobal(3 * KIB, 8 * KIB, simulation.now);
        assertThat(simulation.look()).as("1 KiB is there, 3 are missing").isEqualTo(2 * SECOND);
        simulation.run(9 * SECOND);
        assertThat(simulation.bytes()).isEqualTo(28 * KIB);
    }

    @Test
    default void t06_anotherWeightCountsFromTheNextGrant() {
        Simulation simulation = new Simulation(shapers(), 10 * MIB, 10 * MIB);
        Share one = simulation.client(0, 1);
        Share other = simulation.client(0, 1);
        simulation.download(one);
        simulation.download(other);
        simulation.run(5 * SECOND);
        simulation.shaper.change(one, 0, 0, 4, simulation.now);
        simulation.measureFromNow();
        simulation.run(10 * SECOND);
        assertThat((double) simulation.bytes(one) / simulation.bytes()).isCloseTo(0.8, offset(0.02));
    }

    @Test
    default void t07_lookingAtTheInstantAnsweredAlwaysGrants() {
        Seeds.forEach(500, random -> {
            ShaperProgram program = new ShaperProgram(shapers(), random);
            program.run(1000);
            assertThat(program.emptyLooks).isZero();
        });
    }

    @Test
    default void t08_aClientThatCancelsTakesNothing() {
        Seeds.forEach(50, random -> {
            Simulation simulation = new Simulation(shapers(), MIB, MIB);
            Share share = simulation.client(MIB, 1);
            Share other = simulation.client(MIB, 1);
            TestDownload stays = simulation.download(share);
            for (int turn = 0; turn < 1000; turn++) {
                TestDownload leaves = new TestDownload(-1, random.nextBoolean() ? share : other, MIB, (d, bytes) -> {});
                simulation.shaper.ask(leaves, simulation.now);
                assertThat(simulation.shaper.cancel(leaves, simulation.now)).isTrue();
                assertThat(simulation.shaper.cancel(leaves, simulation.now)).isFalse();
                simulation.run(random.nextLong(20_000_000));
            }
            long expected = MIB * (simulation.now / 1000) / 1_000_000;
            assertThat(simulation.bytes(stays)).isCloseTo(expected, offset(110 * KIB));
        });
    }

    @Test
    default void t08_bytesGivenBackServeAWaitingDownloadAtOnce() {
        Simulation simulation = new Simulation(shapers(), KIB, 8 * KIB);
        Share share = simulation.client(KIB, 1);
        TestDownload leaves = simulation.download(share);
        simulation.stop(leaves);
        simulation.run(4 * SECOND);
        TestDownload stays = simulation.download(share);
        simulation.look();
        assertThat(simulation.bytes(stays)).isZero();
        simulation.shaper.giveBack(leaves, 4 * KIB, simulation.now);
        simulation.look();
        assertThat(simulation.bytes(stays)).isEqualTo(4 * KIB);
    }
}
