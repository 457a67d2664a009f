package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.crosscheck.Turns.Pair;
import dev.weir.perf.result.Checks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioCheckTest {
    @Test
    void theMedianOfThePairsIsJudged() {
        assertThat(met(pair(104, 100), pair(500, 100), pair(96, 100))).isTrue();
        assertThat(met(pair(106, 100))).isFalse();
        assertThat(met(pair(94, 100))).isFalse();
    }

    @Test
    void aFigureThatTheOtherClientDoesNotTellIsAMiss() {
        assertThat(met(new Pair(measured(Map.of("a", 1.0, Side.FAULTS, 0.0)), measured(Map.of(Side.FAULTS, 0.0)))))
                .isFalse();
        assertThat(met(pair(100, 100), pair(100, 100), pair(Double.NaN, 100)))
                .as("in one turn")
                .isFalse();
    }

    @Test
    void aFaultOfEitherClientIsAMiss() {
        Map<String, Double> good = measured(Map.of("a", 1.0, Side.FAULTS, 0.0));
        Map<String, Double> bad = measured(Map.of("a", 1.0, Side.FAULTS, 1.0));
        assertThat(met(new Pair(good, good))).isTrue();
        assertThat(met(new Pair(bad, good))).isFalse();
        assertThat(met(new Pair(good, bad))).isFalse();
        assertThat(met(new Pair(good, measured(Map.of("a", 1.0))))).isFalse();
    }

    @Test
    void aTurnBesideOtherProcessesIsAMiss() {
        Map<String, Double> calm = measured(Map.of("a", 1.0, Side.FAULTS, 0.0));
        Map<String, Double> disturbed = new HashMap<>(calm);
        disturbed.put(ScenarioCheck.OTHERS, 0.06);
        assertThat(met(new Pair(calm, calm), new Pair(disturbed, calm))).isFalse();
        assertThat(met(new Pair(calm, calm), new Pair(calm, disturbed))).isFalse();
    }

    /** The publisher fixes the time of a poll, so it shows nothing about either client. */
    @Test
    void theTimeOfAPollHasNoVerdict() {
        Checks checks = new Checks();
        ScenarioCheck.judge(
                Turns.of(List.of(new Pair(
                        measured(Map.of("a", 1.0, Side.POLL_TIME, 2_000.0, Side.FAULTS, 0.0)),
                        measured(Map.of("a", 1.0, Side.POLL_TIME, 1_000.0, Side.FAULTS, 0.0))))),
                checks);
        Checks.Found found = checks.of("crosscheck", "", "", "reactive");
        assertThat(found.met()).isTrue();
        assertThat(found.checks())
                .filteredOn(check -> check.what().startsWith(Side.POLL_TIME))
                .hasSize(3)
                .allMatch(check -> check.target().isEmpty())
                .last()
                .returns(2.0, check -> check.value());
    }

    static Pair pair(double ours, double theirs) {
        return new Pair(measured(Map.of("a", ours, Side.FAULTS, 0.0)), measured(Map.of("a", theirs, Side.FAULTS, 0.0)));
    }

    private static Map<String, Double> measured(Map<String, Double> figures) {
        Map<String, Double> all = new HashMap<>(figures);
        all.putAll(Map.of(ScenarioCheck.CORE, 0.5, ScenarioCheck.MEMORY, 1.0, ScenarioCheck.OTHERS, 0.05));
        return all;
    }

    private static boolean met(Pair... pairs) {
        Checks checks = new Checks();
        ScenarioCheck.judge(Turns.of(List.of(pairs)), checks);
        return checks.of("crosscheck", "", "", "reactive").met();
    }
}
