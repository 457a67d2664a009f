package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the conditions under which a trial counts: equal limits, a quiet machine, and the intended options. */
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
    void theHeapIsToldFromOtherMappings() {
        Memory.HeapRange heap = Memory.HeapRange.of(
                " garbage-first heap   total reserved 3072K, used 3K [0x0000000740000000, 0x0000000800000000)");
        assertThat(heap).isEqualTo(new Memory.HeapRange(0x740000000L, 0x800000000L));
        List<String> smaps = """
                55d0c0a00000-55d0c0a01000 r-xp 00001000 fe:00 77 /usr/bin/java
                Size:                  4 kB
                Rss:                   4 kB
                740000000-760000000 rw-p 00000000 00:00 0\s
                Rss:              524288 kB
                800000000-800100000 rw-p 00000000 00:00 0\s
                Rss:                  64 kB
                Pss:                  32 kB
                40000000000-40020000000 rw-s 00000000 00:01 9 /memfd:java_heap (deleted)
                Rss:                1024 kB
                ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]
                Rss:                   8 kB
                """.lines().toList();
        assertThat(heap.residentOutside(smaps)).isEqualTo((4 + 64 + 8) * 1024);
    }
}
