package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests the measurements of another JVM, whose use of CPU time and memory the test knows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JvmWatchTest {
    private static final long MIB = 1 << 20;

    private Workload.Handle jvm;
    private JvmWatch watch;

    @BeforeAll
    void start() throws IOException {
        jvm = new Workload.Handle("-Xmx256m", "-XX:+UseG1GC", "-XX:ActiveProcessorCount=1");
        watch = JvmWatch.attach(jvm.pid());
    }

    @AfterAll
    void end() {
        watch.close();
        jvm.close();
    }

    @Test
    void bytesThatPlatformAndVirtualThreadsAllocateAreCountedWithinOnePerCent() throws IOException {
        jvm.run("allocate 2");
        Usage before = watch.usage();
        jvm.run("allocate 256");
        assertThat(watch.usage().since(before).allocatedBytes().orElseThrow())
                .isCloseTo(256 * MIB, withinPercentage(1));
    }

    @Test
    void cpuTimeIsTheTimeThatAThreadSpunAndLittleMore() throws IOException {
        jvm.run("spin 50");
        Usage before = watch.usage();
        jvm.run("spin 400");
        Usage.Spent spent = watch.usage().since(before);
        assertThat(spent.cpuSeconds()).isBetween(0.395, 0.8);
        assertThat(spent.ownSeconds()).isBetween(0.395, 0.6);
        assertThat(spent.seconds()).isGreaterThan(0.39);
    }

    @Test
    void figuresOfTheKernelNeedNoAnswerOfTheJvm() throws IOException {
        assertThat(watch.kernelUsage().allocatedBytes()).isEmpty();
        assertThat(watch.kernelUsage().cpuSeconds())
                .isGreaterThanOrEqualTo(watch.kernelUsage().jitSeconds());
        assertThat(watch.usage().since(watch.kernelUsage()).allocatedBytes()).isEmpty();
    }

    @Test
    void theCollectorsTimeIsTold() throws IOException {
        Usage before = watch.usage();
        jvm.run("collect 20");
        Usage.Spent spent = watch.usage().since(before);
        assertThat(spent.gcSeconds()).isGreaterThan(0.01).isLessThanOrEqualTo(spent.cpuSeconds() + 0.01);
        assertThat(spent.gcSeconds()).isGreaterThan(0.5 * spent.cpuSeconds());
    }

    @Test
    void theCompilersTimeIsTold() throws IOException {
        assertThat(watch.usage().jitSeconds()).isPositive();
    }

    @Test
    void heldMemoryIsLiveAndDroppedMemoryIsNot() throws IOException {
        long before = watch.memory().liveHeapBytes().orElseThrow();
        jvm.run("allocate 40");
        jvm.run("hold 32");
        assertThat(watch.memory().liveHeapBytes().orElseThrow() - before).isCloseTo(32 * MIB, withinPercentage(3));
    }

    @Test
    void nativeMemoryLiesOutsideOfTheHeap() throws IOException {
        jvm.run("malloc 1");
        Memory before = watch.memory();
        jvm.run("malloc 64");
        Memory between = watch.memory();
        assertThat(between.nativeBytes() - before.nativeBytes()).isCloseTo(64 * MIB, withinPercentage(10));
        jvm.run("hold 64");
        Memory after = watch.memory();
        assertThat(after.nativeBytes() - between.nativeBytes()).isLessThan(8 * MIB);
        assertThat(after.processBytes() - between.processBytes()).isGreaterThan(60 * MIB);
    }

    @Test
    void theFlagsThatWereSetAreTold() throws IOException {
        assertThat(watch.selfDescription()).anyMatch(line -> line.contains("-XX:+UseG1GC"));
    }

    @Test
    void theKernelsClockAgreesWithItsTicks() throws IOException {
        double clock = Proc.cpuSeconds(jvm.pid());
        double ticks = ProcessHandle.of(jvm.pid())
                        .orElseThrow()
                        .info()
                        .totalCpuDuration()
                        .orElseThrow()
                        .toNanos()
                / 1e9;
        assertThat(ticks).isCloseTo(clock, within(0.1));
    }

    @Test
    void aProcessThatIsNotThereHasNoClock() {
        // No process has this id. It is above the highest id that the kernel gives.
        assertThatThrownBy(() -> Proc.cpuSeconds(1 << 23)).isInstanceOf(IOException.class);
    }
}
