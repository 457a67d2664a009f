package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.load.Waiting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProcTest {
    private static final long SELF = ProcessHandle.current().pid();

    @Test
    void threadsAndMemoryAreReadBehindAnyName() {
        String stat = "7 (a ) b) S 1 7 7 0 -1 4194560 9 0 0 0 150 25 0 0 20 0 30 0 100 1 2 3";
        assertThat(Proc.Stat.of(stat)).isEqualTo(new Proc.Stat(30, 2 * 4096));
    }

    @Test
    void thisProcessHasThreadsMemoryAndSwitches() throws IOException {
        Proc.Stat self = Proc.Stat.of(SELF);
        assertThat(self.threads()).isPositive();
        assertThat(self.rssBytes()).isPositive();
        assertThat(Usage.PerThread.switches(List.of(SELF)).byThread()).isNotEmpty();
        assertThat(Usage.PerThread.queuedNanos(List.of(SELF)).byThread()).isNotEmpty();
    }

    @Test
    void threadsAreFoundByTheBeginningOfTheirNames() throws IOException, InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread.ofPlatform().name("found-by-test").start(() -> {
            running.countDown();
            try {
                ended.await();
            } catch (InterruptedException _) {
                // the thread ends
            }
        });
        running.await();
        assertThat(Usage.PerThread.cpuNanos(List.of(SELF), Pattern.compile("other|found-by"))
                        .byThread())
                .hasSize(1)
                .allSatisfy((_, nanos) -> assertThat(nanos).isPositive());
        assertThat(Usage.PerThread.cpuNanos(List.of(SELF), Pattern.compile("by-test"))
                        .byThread())
                .isEmpty();
        ended.countDown();
    }

    @Test
    void switchesCountThreadsThatStartedMeanwhileAndNoneThatEnded() {
        Usage.PerThread earlier = new Usage.PerThread(Map.of(1L, 10L, 2L, 20L));
        Usage.PerThread later = new Usage.PerThread(Map.of(1L, 15L, 3L, 4L));
        assertThat(later.since(earlier)).isEqualTo(9);
    }

    @Test
    void voluntaryAndOtherSwitchesAreAdded() {
        assertThat(Usage.PerThread.sum("Name:\tjava\nvoluntary_ctxt_switches:\t40\nnonvoluntary_ctxt_switches:\t2\n"))
                .isEqualTo(42);
    }

    @Test
    void stealIsAShareOfTheTimeOfAllCores() {
        String first = "cpu  9 9 9 9 9 9 9 9\ncpu0 10 0 10 70 0 0 0 10 5 5\ncpu1 0 0 0 0 0 0 0 0 0 0\n";
        String last = "cpu  9 9 9 9 9 9 9 9\ncpu0 20 0 20 140 0 0 5 15 9 9\ncpu1 0 0 0 100 0 0 0 5 0 0\n";
        Proc.HostStat earlier = Proc.HostStat.of("cpu\\d+", first, 0);
        Proc.HostStat later = Proc.HostStat.of("cpu\\d+", last, 1_000_000_000);
        assertThat(later.stealShareSince(earlier)).isCloseTo(0.05, within(1e-12));
        assertThat(earlier.stealShareSince(earlier)).isZero();
    }

    /** A core's used time must exclude idle time, waits for a disk, and time that other virtual machines took. */
    @Test
    void aCoreIsInUseWhenItIsNeitherIdleNorStolen() {
        String stat = "cpu  9 9 9 9 9 9 9 9 0 0\ncpu1 9 9 9 9 9 9 9 9 0 0\ncpu0 100 20 30 7000 500 4 6 40 0 0\n";
        assertThat(Proc.HostStat.of("cpu0", stat, 77_000_000_000L).usedSeconds())
                .isCloseTo(77 - 75.4, within(1e-9));
        assertThat(Proc.HostStat.of("cpu7", stat, 77_000_000_000L).usedSeconds())
                .as("no such core")
                .isZero();
    }

    /**
     * The kernel samples the time in use at its timer interrupt. A load in step with this timer must be seen as well:
     * each millisecond, the thread computes for 0.3 ms.
     */
    @Test
    void aLoadInStepWithTheTimerIsSeen() {
        double before = Cores.SHARED.usedSeconds();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double ownBefore = threads.getCurrentThreadCpuTime() / 1e9;
        long beginNanos = System.nanoTime();
        for (int i = 0; i < 2_000; i++) {
            long dueNanos = beginNanos + i * 1_000_000L;
            LockSupport.parkNanos(dueNanos - System.nanoTime());
            while (System.nanoTime() - dueNanos < 300_000) {
                Thread.onSpinWait();
            }
        }
        double own = threads.getCurrentThreadCpuTime() / 1e9 - ownBefore;
        assertThat(Cores.SHARED.usedSeconds() - before).isGreaterThan(0.9 * own);
    }

    /**
     * {@link Cores#burn} must start a process on core 0. The used time of this core must include the process's CPU
     * time.
     */
    @Test
    void aBurnerIsSeenOnTheServersCore() throws Exception {
        double before = Cores.APART.usedSeconds();
        try (OwnedProcess burner = Cores.APART.burn()) {
            long pid = burner.pid();
            assertThat(Waiting.holds(Duration.ofSeconds(20), () -> Proc.cpuSeconds(pid) > 0.5))
                    .isTrue();
            assertThat(Cores.APART.usedSeconds() - before).isGreaterThan(0.4);
            assertThat(Proc.field(Proc.text(Proc.of(pid, "status")), "Cpus_allowed_list:"))
                    .isEqualTo("0");
        }
    }

    @Test
    void slabIsObjectsInUseTimesTheirSize() {
        List<String> slabinfo = List.of(
                "slabinfo - version: 2.1",
                "# name            <active_objs> <num_objs> <objsize> <objperslab>",
                "TCP                   10     26   2368   13    8 : tunables    0    0    0 : slabdata      2      2  "
                        + "    0",
                "filp                   3     32    192   21    1 : tunables    0    0    0 : slabdata      2      2  "
                        + "    0");
        assertThat(Memory.KernelMemory.slab(slabinfo)).isEqualTo(10 * 2368 + 3 * 192);
    }

    @Test
    void theKernelHoldsObjects() throws IOException {
        assertThat(Memory.KernelMemory.bytes()).isGreaterThan(1 << 20);
    }

    @Test
    void aMetricHasValues() {
        String metric =
                "{\"measurements\":[{\"statistic\":\"COUNT\",\"value\":7},{\"statistic\":\"MAX\",\"value\":0.5}]}";
        assertThat(ManagementPort.measurement(metric, "")).isEqualTo(7.0);
        assertThat(ManagementPort.measurement(metric, "MAX")).isEqualTo(0.5);
        assertThat(ManagementPort.measurement(metric, "TOTAL_TIME")).isNull();
        assertThat(ManagementPort.measurement("{}", "")).isNull();
    }
}
