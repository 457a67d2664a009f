package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The conditions for a trial to count: equal limits, a fit machine, and the intended options. */
class FitnessTest {
    @Test
    void limitsThatDifferAreAllNamed() {
        ServerLimits limits = new ServerLimits(
                Map.of(ServerLimits.THREADS, "200", ServerLimits.TRANSPORT, "nio", ServerLimits.CONNECTIONS, "8192"));
        limits.assertEqualised(Map.of(ServerLimits.THREADS, "200"));
        assertThatThrownBy(() -> limits.assertEqualised(Map.of(
                        ServerLimits.TRANSPORT,
                        "epoll",
                        ServerLimits.CONNECTIONS,
                        "19000",
                        ServerLimits.KEEP_ALIVE,
                        "-1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "maxConnections should be 19000 and is 8192; maxKeepAliveRequests should be -1 and is null; "
                                + "transport should be epoll and is nio");
    }

    @Test
    void theTransportIsToldByItsThreads() {
        assertThat(ServerLimits.transport(List.of("java", "weir-loop-epoll"))).isEqualTo("epoll");
        assertThat(ServerLimits.transport(List.of("java", "http-nio-127.0."))).isEqualTo("nio");
        assertThat(ServerLimits.transport(List.of("java", "reactor-http-ni"))).isEqualTo("unknown");
    }

    @Test
    void theCalibrationTakesTimeOnBothCores() throws Exception {
        assertThat(Calibration.ofBothCores()).hasSize(2).allMatch(seconds -> seconds > 0);
    }

    @Test
    void aSpinIsHeldAgainstTheMedian() {
        List<Double> block = List.of(1.00, 1.02, 0.98, 1.2, 1.04);
        assertThat(Calibration.median(block)).isEqualTo(1.02);
        assertThat(Calibration.median(List.of(1.0, 2.0))).isEqualTo(1.5);
    }

    @Test
    void everyServersOptionsNameTheProcessorsOfItsCores() {
        assertThat(Cores.APART.jvm(Cores.USUAL)).contains("-Xmx3g", "-XX:+UseG1GC", "-XX:ActiveProcessorCount=1");
        assertThat(Cores.SHARED.jvm(Cores.USUAL)).contains("-XX:ActiveProcessorCount=2");
    }

    @Test
    void theHostIsDescribed() {
        assertThat(Host.describe())
                .containsKeys(
                        "kernel",
                        "cpu",
                        "net.core.somaxconn",
                        "net.ipv4.tcp_rmem",
                        "Max open files",
                        "nginx",
                        "nchan",
                        "wrk");
        assertThat(Host.describe())
                .hasEntrySatisfying(
                        "net.ipv4.ip_local_port_range",
                        range -> assertThat(range).matches("\\d{4,5} \\d{5}"));
        assertThat(Host.describe())
                .hasEntrySatisfying("kernel.pid_max", most -> assertThat(most).hasSizeGreaterThan(3));
        assertThat(Host.loadAverage()).isNotEmpty();
    }

    @Test
    void memoryOutsideTheHeapIsReadFromWhatTheJvmPrints() {
        Memory.NativeMemory memory =
                Memory.NativeMemory.of("C-Heap outstanding allocations: 39838K, retained: 33689K", """
                    Total: reserved=1, committed=2
                           malloc: 28203602 #176895, peak=52424309 #168431
                    -                    Thread (reserved=46298248, committed=3961992)
                                                (stack: reserved=46137344, committed=3801088, peak=3801088)
                    """);
        assertThat(memory.mallocBytes()).hasValue(39838 * 1024);
        assertThat(memory.trackedMallocBytes()).hasValue(28203602);
        assertThat(memory.stackBytes()).hasValue(3801088);
        assertThat(Memory.NativeMemory.of("", "Native memory tracking is not enabled")
                        .stackBytes())
                .isEmpty();
    }
}
