package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.result.Raw.Value;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MetricTest {
    private static final double EXACT = 1e-12;

    /** Creates a time slice in which the garbage collector used 20 ms of CPU time and the compilers used 10 ms. */
    private static Raw.Slice slice(double seconds, double units, double cpuSeconds) {
        return new Raw.Slice(seconds, units, cpuSeconds, 0.02, 0.01);
    }

    private static void is(Metric metric, Example trial, double figure) {
        assertThat(metric.of(trial.evidence()).orElseThrow()).as(metric.title()).isCloseTo(figure, within(EXACT));
    }

    /** A trial has two slices, with 100 and 300 units. A cost per unit must be the trial's total divided by 400. */
    @Test
    void costsAreOfTheWholeWindow() {
        Example trial = Example.trial()
                .slice(slice(1, 100, 0.2))
                .slice(slice(1.5, 300, 0.4))
                .value(Value.ALLOCATED_BYTES, 4000)
                .value(Value.SWITCHES, 800);
        is(Metric.CPU_MEAN, trial, 0.0015);
        is(Metric.CPU_OWN, trial, 0.00135);
        is(Metric.ALLOCATED, trial, 10);
        is(Metric.SWITCHES, trial, 2);
        is(Metric.THROUGHPUT, trial, 160);
    }

    /** Both servers use 28 ms of CPU time a second, plus 0.58 ms per download. Their marginal costs must be equal. */
    @Test
    void aServerThatServesLessPaysNoMoreForTheNextUnit() {
        for (double most : new double[] {10, 100}) {
            Example trial = Example.trial()
                    .slice(slice(1, most, 0.028 + 0.00058 * most))
                    .series(Raw.Series.UNITS, most, 1, 4, 7)
                    .series(
                            Raw.Series.CPU_SECONDS,
                            0.028 + 0.00058 * most,
                            0.028 + 0.00058 * 1,
                            0.028 + 0.00058 * 4,
                            0.028 + 0.00058 * 7);
            is(Metric.CPU, trial, 0.00058);
            is(Metric.CPU_FIXED, trial, 0.028);
            is(Metric.CPU_FIT, trial, 1);
            is(Metric.CPU_MEAN, trial, 0.00058 + 0.028 / most);
        }
    }

    @Test
    void twoRatesAreNoLine() {
        Example trial = Example.trial().series(Raw.Series.UNITS, 10, 5).series(Raw.Series.CPU_SECONDS, 0.02, 0.01);
        assertThat(Metric.CPU.of(trial.evidence())).isEmpty();
    }

    @Test
    void microsecondsBecomeSeconds() {
        Example trial = Example.trial()
                .histogram(Evidence.Tag.RESPONSE, 1000, 1100, 1500)
                .histogram(Evidence.Tag.SERVICE, 10, 20, 30)
                .histogram(Evidence.Tag.WAIT, 100, 200, 600)
                .histogram(Evidence.Tag.UNLOADED_RESPONSE, 400)
                .histogram(Evidence.Tag.UNLOADED_WAIT, 50)
                .histogram(Evidence.Tag.CALM_RESPONSE, 70, 80, 900)
                .histogram(Evidence.Tag.GAP, 1, 2, 3);
        is(Metric.RESPONSE_MEAN, trial, 1200e-6);
        is(Metric.RESPONSE_P50, trial, 1100e-6);
        is(Metric.SERVICE_P50, trial, 20e-6);
        is(Metric.WAIT_MEAN, trial, 300e-6);
        is(Metric.UNLOADED_RESPONSE, trial, 400e-6);
        is(Metric.UNLOADED_WAIT, trial, 50e-6);
        is(Metric.CALM_RESPONSE, trial, 80e-6);
    }

    /** A percentile must be empty if fewer than 100 samples are beyond it (rule 10 of the method). */
    @Test
    void aTailNeedsSamplesBeyondIt() {
        long[] enough = new long[10_000];
        Arrays.fill(enough, 0, 9_900, 200);
        Arrays.fill(enough, 9_900, 10_000, 900);
        Example trial = Example.trial().histogram(Evidence.Tag.RESPONSE, enough);
        is(Metric.RESPONSE_P99, trial, 200e-6);
        Example fewer = Example.trial().histogram(Evidence.Tag.RESPONSE, Arrays.copyOf(enough, 9_999));
        assertThat(Metric.RESPONSE_P99.of(fewer.evidence())).isEmpty();
        is(Metric.RESPONSE_P50, fewer, 200e-6);
    }

    @Test
    void eventsAreTimedToTheirLastDeliveryAndTheirEncodingsCounted() {
        Example trial = Example.trial()
                .histogram(Evidence.Tag.LAST, 100, 200, 600)
                .value(Value.CEILING, 1000)
                .value(Value.ACHIEVED_RATE, 990)
                .value(Value.PUBLISHED, 50)
                .value(Value.ENCODED, 100);
        is(Metric.LAST_MEAN, trial, 300e-6);
        is(Metric.LAST_MAX, trial, 600e-6);
        is(Metric.ENCODED, trial, 2);
    }

    /** Ten requests come in a second, and each takes a millisecond. So there are 0.01 users on average. */
    @Test
    void littlesLawGivesUsersWhereThereAreAny() {
        Example trial = Example.trial().slice(10, 0.1, 1).histogram(Evidence.Tag.RESPONSE, 900, 1100);
        assertThat(Metric.LITTLE.of(trial.evidence())).isEmpty();
        is(Metric.LITTLE, trial.value(Value.USERS, 5), 0.01);
    }

    /** A poll takes two seconds, and its answer comes 50 ms after the event. Little's law must use the two seconds. */
    @Test
    void littlesLawCountsFromTheStartOfAPoll() {
        Example trial = Example.trial()
                .slice(1_000, 0.1, 1)
                .value(Value.USERS, 2_000)
                .histogram(Evidence.Tag.RESPONSE, 50_000)
                .histogram(Evidence.Tag.SERVICE, 1_900_000, 2_100_000);
        assertThat(Metric.SERVICE_MEAN.of(trial.evidence()).orElseThrow()).isCloseTo(2, within(1e-3));
        assertThat(Metric.LITTLE.of(trial.evidence()).orElseThrow()).isCloseTo(2_000, within(1.0));
    }

    @Test
    void aMetricIsACountOfTheServerOrARatioOfTwo() {
        Example trial = Example.trial()
                .value(Value.GRANTS, 200)
                .value(Value.WAKEUPS, 210)
                .value(Value.EMPTY_POLLS, 3)
                .value(Value.EMPTY_ANSWERS, 4)
                .value(Value.OWN_HEAP_BYTES, 900)
                .value(Value.SERVER_THREADS, 31)
                .value(Value.RSS_BYTES, 1e8);
        is(Metric.WAKEUPS, trial, 1.05);
        is(Metric.EMPTY_POLLS, trial, 3);
        is(Metric.EMPTY_ANSWERS, trial, 4);
        is(Metric.OWN_HEAP, trial, 900);
        is(Metric.SERVER_THREADS, trial, 31);
        is(Metric.RSS, trial, 1e8);
        assertThat(Metric.WAKEUPS.of(trial.value(Value.GRANTS, 0).evidence())).isEmpty();
    }

    @Test
    void anOverloadIsToldByAnsweredWaitingAndRefusedRequests() {
        Example trial = Example.trial()
                .value(Value.CAPACITY, 1000)
                .value(Value.ACHIEVED_RATE, 950)
                .value(Value.OFFERED_RATE, 1500)
                .value(Value.WAITING, 5500)
                .value(Value.REFUSED, 10)
                .value(Value.MEMORY_BEFORE, 2e8)
                .value(Value.MEMORY_AFTER, 3e8);
        is(Metric.GOODPUT, trial, 0.95);
        is(Metric.OFFERED, trial, 1500);
        is(Metric.WAITING, trial, 5500);
        is(Metric.REFUSED, trial, 10);
        is(Metric.KEPT, trial, 1.5);
    }

    /** Memory per connection must be the slope of a line. The server's memory without connections must not count. */
    @Test
    void memoryIsTheSlopeOverTheConnections() {
        Example trial = Example.trial()
                .series(Raw.Series.CONNECTIONS, 100, 200, 300, 400, 500, 600)
                .series(Raw.Series.LIVE_HEAP_BYTES, 9e6 + 1e5, 9e6 + 2e5, 9e6 + 3e5, 9e6 + 4e5, 9e6 + 5e5, 9e6 + 6e5)
                .series(Raw.Series.KERNEL_BYTES, 1, 2, 3);
        assertThat(Metric.HEAP.of(trial.evidence()).orElseThrow()).isCloseTo(1000, within(1e-6));
        assertThat(Metric.KERNEL.of(trial.evidence()))
                .as("fewer readings than counts")
                .isEmpty();
        assertThat(Metric.PROCESS.of(trial.evidence())).as("not read").isEmpty();
    }

    /** One reading is 500 or 800 bytes too high. With 800, the line fits too badly, so no slope may be reported. */
    @Test
    void memoryThatIsNoLineHasAFitAndNoFigure() {
        Example trial = Example.trial()
                .series(Raw.Series.CONNECTIONS, 1, 2, 3, 4, 5, 6, 7)
                .series(Raw.Series.NATIVE_BYTES, 1000, 2000, 3000, 4500, 5000, 6000, 7000)
                .series(Raw.Series.LIVE_HEAP_BYTES, 1000, 2000, 3000, 4800, 5000, 6000, 7000);
        assertThat(Metric.NATIVE.of(trial.evidence()).orElseThrow()).isCloseTo(1000, within(1e-6));
        assertThat(Metric.NATIVE_FIT.of(trial.evidence()).orElseThrow()).isCloseTo(0.9924, within(1e-4));
        assertThat(Metric.HEAP.of(trial.evidence())).isEmpty();
        assertThat(Metric.HEAP_FIT.of(trial.evidence()).orElseThrow()).isCloseTo(0.9808, within(1e-4));
    }

    @Test
    void aTrialThatLeftNothingHasNoFigures() {
        Evidence nothing = Example.trial().histogram(Evidence.Tag.RESPONSE).evidence();
        assertThat(Metric.values()).allMatch(metric -> metric.of(nothing).isEmpty());
    }

    @Test
    void costsOfNoWorkAreAbsent() {
        Evidence idle =
                Example.trial().slice(0, 0.5, 100).value(Value.SWITCHES, 7).evidence();
        assertThat(Metric.CPU_MEAN.of(idle)).isEmpty();
        assertThat(Metric.ALLOCATED.of(idle)).isEmpty();
        assertThat(Metric.SWITCHES.of(idle)).isEmpty();
    }

    @Test
    void aServerWithoutAHeapAllocatesNothingAndHasNoFigure() {
        assertThat(Metric.ALLOCATED.of(
                        Example.trial().slice(new Raw.Slice(1, 10, 0.5, 0, 0)).evidence()))
                .isEmpty();
    }

    @Test
    void onlyCostsAreCompared() {
        assertThat(Arrays.stream(Metric.values()).filter(Metric.PRIMARY::contains))
                .containsExactly(
                        Metric.CPU,
                        Metric.ALLOCATED,
                        Metric.SWITCHES,
                        Metric.RESPONSE_P50,
                        Metric.HEAP,
                        Metric.PROCESS,
                        Metric.START,
                        Metric.START_CPU);
    }
}
