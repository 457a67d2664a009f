package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.crosscheck.Turns.Pair;
import dev.weir.perf.result.Check;
import dev.weir.perf.result.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScenarioCheckTest {
    @Test
    void theMedianOfThePairsIsJudged() {
        assertThat(met(pair(104, 100), pair(500, 100), pair(96, 100))).isTrue();
        assertThat(met(pair(106, 100))).isFalse();
        assertThat(met(pair(94, 100))).isFalse();
    }

    @Test
    void aFigureThatTheOtherClientDoesNotTellIsAMiss() {
        for (String name : ScenarioCheck.names(Crossed.S1)) {
            Map<String, Double> fewer = measured(Crossed.S1, 1);
            fewer.remove(name);
            boolean judged = !Set.of(ScenarioCheck.SWITCHES, ScenarioCheck.CORE, ScenarioCheck.MEMORY)
                    .contains(name);
            assertThat(met(new Pair(measured(Crossed.S1, 1), fewer))).as(name).isNotEqualTo(judged);
        }
        assertThat(met(pair(100, 100), pair(100, 100), pair(Double.NaN, 100)))
                .as("in one turn")
                .isFalse();
    }

    @Test
    void aFaultOfEitherClientIsAMiss() {
        Pair good = pair(1, 1);
        assertThat(met(good)).isTrue();
        assertThat(met(new Pair(faults(1), faults(0)))).isFalse();
        assertThat(met(good, new Pair(faults(0), faults(1)))).isFalse();
    }

    /** A negative number of faults must count as a missed target. In a sum, -1 faults would hide 1 fault. */
    @Test
    void aNegativeCountOfFaultsIsAMiss() {
        assertThat(met(new Pair(faults(-1), faults(0)))).isFalse();
        assertThat(met(new Pair(faults(1), faults(0)), new Pair(faults(-1), faults(0))))
                .isFalse();
        assertThat(met(new Pair(faults(0), faults(0)), new Pair(faults(0), faults(-1))))
                .isFalse();
    }

    @Test
    void aTurnBesideOtherProcessesIsAMiss() {
        Map<String, Double> calm = measured(Crossed.S1, 1);
        Map<String, Double> disturbed = new HashMap<>(calm);
        disturbed.put(ScenarioCheck.OTHERS, 0.06);
        assertThat(met(new Pair(calm, calm), new Pair(disturbed, calm))).isFalse();
        assertThat(met(new Pair(calm, calm), new Pair(calm, disturbed))).isFalse();
    }

    /** The publisher determines how long a poll takes. If two load generators report different times, one is wrong. */
    @Test
    void aPollThatOneClientMeasuresWronglyIsAMiss() {
        String pollTime = ScenarioCheck.told(Crossed.S2).getLast();
        Map<String, Double> slow = measured(Crossed.S2, 1);
        slow.put(pollTime, 1.06);
        Checks.Found found = found(Crossed.S2, new Pair(slow, measured(Crossed.S2, 1)));
        assertThat(found.checks())
                .filteredOn(check -> !check.met())
                .extracting(Check::what, Check::value)
                .containsExactly(tuple("time of a poll, mean, ms: ours / theirs", 1.06));
    }

    @Test
    void aClientTellsOneValueForEachName() {
        assertThat(ScenarioCheck.figures(Crossed.S2, Map.of("status 503", 2L, "an event twice", 1L), 1_000, 2_000))
                .containsOnly(
                        entry("answers/s", 1_000.0), entry("time of a poll, mean, ms", 2_000.0), entry("faults", 3.0));
        for (double[] values : new double[][] {{1}, {1, 2, 3}}) {
            assertThatThrownBy(() -> ScenarioCheck.figures(Crossed.S2, Map.of(), values))
                    .hasMessageContaining("but the figures are [answers/s, time of a poll, mean, ms]");
        }
    }

    /** The Python client must name its figures as {@link ScenarioCheck} does. Otherwise the figures are missing. */
    @ParameterizedTest
    @EnumSource(
            value = Crossed.class,
            names = {"S1X", "S2X"})
    void theClientInPythonTellsTheFigures(Crossed crossed) throws IOException {
        String script = Files.readString(Path.of("client.py"));
        assertThat(ScenarioCheck.told(crossed))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(script).contains("\"" + name + "\": "));
    }

    static Pair pair(double ours, double theirs) {
        return new Pair(measured(Crossed.S1, ours), measured(Crossed.S1, theirs));
    }

    private static Map<String, Double> faults(double count) {
        Map<String, Double> all = measured(Crossed.S1, 1);
        all.put(Side.FAULTS, count);
        return all;
    }

    /** Returns the figures of a client without faults. Each compared figure has the value {@code figure}. */
    static Map<String, Double> measured(Crossed crossed, double figure) {
        Map<String, Double> all = new HashMap<>();
        ScenarioCheck.names(crossed).forEach(name -> all.put(name, figure));
        all.putAll(Map.of(
                Side.FAULTS, 0.0, ScenarioCheck.CORE, 0.5, ScenarioCheck.MEMORY, 1.0, ScenarioCheck.OTHERS, 0.05));
        return all;
    }

    private static boolean met(Pair... pairs) {
        return found(Crossed.S1, pairs).met();
    }

    private static Checks.Found found(Crossed crossed, Pair... pairs) {
        Checks checks = new Checks();
        ScenarioCheck.judge(crossed, Turns.of(ScenarioCheck.names(crossed), List.of(pairs)), checks);
        return checks.of(crossed.report(), "", "", "reactive");
    }
}
