package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchReportTest {
    private static final Environment ENVIRONMENT = new Environment(
            Instant.EPOCH, "c0ffee", "some JDK", "none", false, "0.5", Map.of(), Map.of("cpu", "some cpu"));

    @Test
    void saysWhereItWasMeasuredAndThatItIsNoRace() throws IOException {
        assertThat(BenchReport.of("./weir bench", ENVIRONMENT, Map.of(2, "Benchmark  Score\nread  30.5\n")))
                .contains("A report, not a race", "1970-01-01T00:00:00Z", "some cpu", "some JDK", "c0ffee")
                .contains("./weir bench")
                .contains("## Threads: 2\n\n```\nBenchmark  Score\nread  30.5\n```\n");
    }
}
