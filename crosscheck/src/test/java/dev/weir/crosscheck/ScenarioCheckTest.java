package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.crosscheck.ScenarioCheck.Measured;
import dev.weir.crosscheck.ScenarioCheck.Pair;
import dev.weir.perf.result.Checks;
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
    }

    @Test
    void aFaultOfEitherClientIsAMiss() {
        Measured good = measured(Map.of("a", 1.0, Side.FAULTS, 0.0));
        Measured bad = measured(Map.of("a", 1.0, Side.FAULTS, 1.0));
        assertThat(met(new Pair(good, good))).isTrue();
        assertThat(met(new Pair(bad, good))).isFalse();
        assertThat(met(new Pair(good, bad))).isFalse();
        assertThat(met(new Pair(good, measured(Map.of("a", 1.0))))).isFalse();
    }

    @Test
    void aTurnBesideOtherProcessesIsAMiss() {
        Measured calm = measured(Map.of("a", 1.0, Side.FAULTS, 0.0));
        Measured disturbed = new Measured(calm.figures(), 0.5, 1 << 20, 0.06);
        assertThat(met(new Pair(calm, calm), new Pair(disturbed, calm))).isFalse();
        assertThat(met(new Pair(calm, calm), new Pair(calm, disturbed))).isFalse();
    }

    private static Pair pair(double ours, double theirs) {
        return new Pair(measured(Map.of("a", ours, Side.FAULTS, 0.0)), measured(Map.of("a", theirs, Side.FAULTS, 0.0)));
    }

    private static Measured measured(Map<String, Double> figures) {
        return new Measured(figures, 0.5, 1 << 20, 0.05);
    }

    private static boolean met(Pair... pairs) {
        Checks checks = new Checks();
        ScenarioCheck.compare(List.of(pairs), checks);
        return checks.of("crosscheck", "", "", "reactive").met();
    }
}
