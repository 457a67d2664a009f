package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcTest {
    @Test
    void userAndSystemTimeAreReadBehindAnyName() {
        String stat = "7 (a ) b) S 1 7 7 0 -1 4194560 9 0 0 0 150 25 0 0 20 0 30 0 100 1 2";
        assertThat(ProcStat.cpuSeconds(stat)).isEqualTo(1.75);
    }

    @Test
    void thisProcessHasThreadsMemoryAndSwitches() throws IOException {
        ProcStat self = ProcStat.of(ProcessHandle.current().pid());
        assertThat(self.threads()).isPositive();
        assertThat(self.rssBytes()).isPositive();
        assertThat(self.switches()).isNotEmpty();
    }

    @Test
    void switchesCountThreadsThatStartedMeanwhileAndNoneThatEnded() {
        ProcStat earlier = new ProcStat(0, 2, 0, Map.of(1L, 10L, 2L, 20L));
        ProcStat later = new ProcStat(0, 2, 0, Map.of(1L, 15L, 3L, 4L));
        assertThat(later.switchesSince(earlier)).isEqualTo(9);
    }

    @Test
    void stealIsAShareOfAllTicks() {
        HostStat earlier = HostStat.of("cpu  10 0 10 70 0 0 0 10 5 5\ncpu0 1 2 3\n");
        HostStat later = HostStat.of("cpu  20 0 20 140 0 0 5 15 9 9\n");
        assertThat(later.stealShareSince(earlier)).isCloseTo(0.05, within(1e-12));
    }

    @Test
    void aMetricIsItsFirstValue() {
        assertThat(Management.firstValue("{\"measurements\":[{\"statistic\":\"COUNT\",\"value\":7.0}]}"))
                .isEqualTo(7.0);
        assertThat(Management.firstValue("{}")).isNull();
    }
}
