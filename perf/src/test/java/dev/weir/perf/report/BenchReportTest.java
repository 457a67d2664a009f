package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Environment;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchReportTest {
    private static final Environment ENVIRONMENT = new Environment(
            Instant.EPOCH, "c0ffee", "some JDK", "none", false, "0.5", Map.of(), Map.of("cpu", "some cpu"));

    private static String report(String... trials) {
        return BenchReport.of("./weir bench", ENVIRONMENT, "[" + String.join(",", trials) + "]");
    }

    private static String ask(String limiter, int threads, double nanos, String error, double bytes) {
        return """
                {"benchmark": "dev.weir.perf.bench.TokenBucketBenchmark.ask", "mode": "avgt", "threads": %d,
                 "params": {"limiter": "%s", "supply": "NONE"},
                 "primaryMetric": {"score": %s, "scoreError": %s, "scoreUnit": "ns/op"},
                 "secondaryMetrics": {"gc.alloc.rate": {"score": 7.0}, "gc.alloc.rate.norm": {"score": %s}}}
                """.formatted(threads, limiter, nanos, error, bytes);
    }

    @Test
    void standsThreadsBesideEachOther() {
        String report = report(
                ask("WEIR", 1, 31.25, "4.04", 0),
                ask("BUCKET4J", 1, 57, "35", 96.2),
                ask("BUCKET4J", 2, 179, "488", 96));

        assertThat(report)
                .containsSubsequence(
                        "## TokenBucketBenchmark.ask\n",
                        "| limiter | supply | ns/op, threads: 1 | B/op, threads: 1 | ns/op, threads: 2 | B/op, threads: 2 |\n",
                        "| WEIR | NONE | 31.3 ± 4.0 | 0 | - | - |\n",
                        "| BUCKET4J | NONE | 57.0 ± 35.0 | 96 | 179.0 ± 488.0 | 96 |\n");
    }

    @Test
    void aBenchmarkWithoutParametersHasARow() {
        String report = report("""
                {"benchmark": "dev.weir.perf.bench.ClockBenchmark.read", "threads": 1,
                 "primaryMetric": {"score": 30.5, "scoreError": 1.0}, "secondaryMetrics": {}}
                """);

        assertThat(report).contains("| ns/op, threads: 1 | B/op, threads: 1 |\n", "| 30.5 ± 1.0 | - |\n");
    }

    @Test
    void anErrorThatIsNoNumberIsSaidSo() {
        assertThat(report(ask("WEIR", 1, 31.25, "\"NaN\"", 0))).contains("| 31.3 ± ? | 0 |");
    }

    @Test
    void saysWhereItWasMeasuredAndThatItIsNoRace() {
        assertThat(report(ask("WEIR", 1, 31, "1", 0)))
                .contains(
                        "A report, not a race",
                        "1970-01-01T00:00:00Z",
                        "some cpu",
                        "some JDK",
                        "c0ffee",
                        "./weir bench");
    }
}
