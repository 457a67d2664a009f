package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ToolOutputTest {
    private static final String WRK = """
        Running 4s test @ http://127.0.0.1:18099/files/hello.json
          1 threads and 16 connections
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency     1.39ms    2.48ms  33.06ms   89.83%
            Req/Sec    34.03k     3.97k   40.73k    65.00%
          Latency Distribution
             50%  150.00us
             75%    1.85ms
             90%    3.92ms
             99%   10.94ms
          136428 requests in 4.04s, 40.07MB read
        Requests/sec:  33780.30
        Transfer/sec:      9.92MB
        """;
    private static final String OHA = """
        {"summary": {"requestsPerSec": 999.92},
         "latencyPercentiles": {"p50": 0.000174638, "p99": 0.032772477},
         "statusCodeDistribution": {"200": 3996, "429": 2},
         "errorDistribution": {"connection error": 3}}
        """;

    @Test
    void wrkTellsItsUnits() {
        assertThat(Tool.Wrk.parse(WRK)).isEqualTo(ToolComparison.LatencySummary.of(33780.30, 150, 10_940, 0));
    }

    @Test
    void wrkTellsItsErrors() {
        assertThat(Tool.Wrk.parse(WRK + "  Non-2xx or 3xx responses: 136428\n").errors())
                .isPositive();
        assertThatThrownBy(() -> Tool.Wrk.parse("unable to connect to 127.0.0.1:1 Connection refused"))
                .hasMessageContaining("unable to connect");
    }

    @Test
    void ohaCountsEachWrongAnswer() {
        ToolComparison.LatencySummary figures = Tool.Oha.parse(OHA);
        assertThat(figures.perSecond()).isEqualTo(999.92);
        assertThat(Math.round(figures.p50Micros())).isEqualTo(175);
        assertThat(Math.round(figures.p99Micros())).isEqualTo(32_772);
        assertThat(figures.errors()).isEqualTo(5);
    }
}
