package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.RunPlan;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class NotesTest {

    private final Notes notes = new Notes();

    private Evidence evidence() {
        return notes.evidence(new RunPlan.Case(1, 1, "S5", "", "async"), "request", List.of(), List.of());
    }

    @Test
    void errorsOfAllPhasesAddUp() {
        notes.errors(Map.of("short", 1L, "status 500", 2L));
        notes.errors(Map.of("short", 4L));
        assertThat(evidence().raw().errors()).isEqualTo(Map.of("short", 5L, "status 500", 2L));
    }

    @Test
    void aMetricThatMustBeThereIsAnErrorWhereItIsNot() {
        assertThat(notes.metric("weir.downloads.active", 3.0, true)).hasValue(3);
        assertThat(notes.metric("weir.downloads.active", null, false)).isEmpty();
        assertThat(evidence().raw().errors()).isEmpty();
        assertThat(notes.metric("weir.downloads.active", null, true)).isEmpty();
        assertThat(evidence().raw().errors()).isEqualTo(Map.of("the server did not tell weir.downloads.active", 1L));
    }

    @Test
    void numbersAreKeptInOrder() {
        notes.add(Raw.Series.CONNECTIONS, 500);
        notes.add(Raw.Series.CONNECTIONS, 1000);
        notes.series(Raw.Series.CLIENT_BYTES, List.of(1L, 2L));
        notes.value(Value.USERS, 10L);
        assertThat(evidence().raw().series())
                .isEqualTo(Map.of(
                        Raw.Series.CONNECTIONS, List.of(500.0, 1000.0),
                        Raw.Series.CLIENT_BYTES, List.of(1.0, 2.0)));
        assertThat(evidence().raw().values()).isEqualTo(Map.of(Value.USERS, 10.0));
    }

    /** 10 units in 2 s are 5 a second. CPU time a second is (0.75 s - 0.25 s of the JIT compilers) / 2 s = 0.25 s. */
    @Test
    void aRateIsPerSecondAndWithoutTheCompilers() {
        notes.rate(new Raw.Slice(2, 10, 0.75, 0.25, 0.25));
        assertThat(evidence().raw().series())
                .isEqualTo(Map.of(Raw.Series.UNITS, List.of(5.0), Raw.Series.CPU_SECONDS, List.of(0.25)));
    }

    @Test
    void theWorstWindowCounts() {
        notes.fitness(new Raw.Fitness(0.4, 0.01, 0.02, 1.5, List.of()));
        notes.fitness(new Raw.Fitness(0.3, 0.02, 0.03, 1, List.of()));
        assertThat(evidence().raw().fitness()).isEqualTo(new Raw.Fitness(0.4, 0.02, 0.03, 1.5, List.of()));
        Histogram fast = new Histogram(3);
        fast.recordValueWithCount(20, 10_000);
        fast.recordValue(1_000_000);
        Histogram slow = new Histogram(3);
        slow.recordValueWithCount(5_000, 100);
        List.of(fast, slow, fast).forEach(notes::lag);
        assertThat(evidence().micros()).containsEntry(Evidence.Tag.LAG, slow);
    }

    @Test
    void aTrialIsCalibratedWithAndWithoutAWindow() {
        assertThat(evidence().raw().fitness()).isEqualTo(new Raw.Fitness(0, 0, 0, 0, List.of()));
        notes.fitness(new Raw.Fitness(0.4, 0.01, 0.02, 1.5, List.of()));
        assertThat(evidence()
                        .raw()
                        .calibrated(List.of(1.0, 2.0), List.of(3.0, 4.0))
                        .fitness())
                .isEqualTo(new Raw.Fitness(0.4, 0.01, 0.02, 1.5, List.of(1.0, 2.0, 3.0, 4.0)));
    }
}
