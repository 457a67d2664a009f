package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the CPU time of a JVM's own threads is read. Files of the test take the place of {@code /proc}. */
class VmThreadsTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path tasks;

    private Usage.VmThreads threads;

    @BeforeEach
    void threeThreads() throws IOException {
        threads = new Usage.VmThreads(tasks);
        thread(1, "http-nio-80-exe", 100 * SECOND);
        thread(2, "C2 CompilerThre", 2 * SECOND);
        thread(3, "G1 Conc#0", 3 * SECOND);
    }

    @Test
    void onlyTheCollectorAndTheCompilersCount() throws IOException {
        assertThat(threads.read(3)).isEqualTo(new Usage.VmThreads.Seconds(3, 2));
    }

    @Test
    void theTimeOfAThreadStaysWhenItEnds() throws IOException {
        threads.read(3);
        end(2);
        assertThat(threads.read(2)).isEqualTo(new Usage.VmThreads.Seconds(3, 2));
    }

    @Test
    void aThreadThatTookTheNumberOfAnotherStartsAnew() throws IOException {
        threads.read(3);
        end(2);
        threads.read(2);
        thread(2, "C1 CompilerThre", SECOND);
        assertThat(threads.read(3)).isEqualTo(new Usage.VmThreads.Seconds(3, 3));
    }

    @Test
    void aThreadThatTookThePlaceOfAnotherIsFoundByTheNextReading() throws IOException {
        threads.read(3);
        end(2);
        thread(4, "C2 CompilerThre", 5 * SECOND);
        threads.read(3);
        assertThat(threads.read(3)).isEqualTo(new Usage.VmThreads.Seconds(3, 7));
    }

    @Test
    void aThreadThatHadNoNameYetIsLookedAtAgain() throws IOException {
        thread(4, "java", SECOND);
        threads.read(4);
        thread(4, "GC Thread#1", 2 * SECOND);
        thread(5, "http-nio-80-exe", SECOND);
        assertThat(threads.read(5)).isEqualTo(new Usage.VmThreads.Seconds(5, 2));
    }

    @Test
    void aThreadsKindIsToldByItsName() {
        assertThat(Usage.VmThreads.Work.of("C1 CompilerThre")).isEqualTo(Usage.VmThreads.Work.COMPILE);
        assertThat(Usage.VmThreads.Work.of("GC Thread#0")).isEqualTo(Usage.VmThreads.Work.COLLECT);
        assertThat(Usage.VmThreads.Work.of("VM Thread")).isEqualTo(Usage.VmThreads.Work.COLLECT);
        assertThat(Usage.VmThreads.Work.of("ZDriverMinor")).isEqualTo(Usage.VmThreads.Work.COLLECT);
        assertThat(Usage.VmThreads.Work.of("VM Periodic Tas")).isEqualTo(Usage.VmThreads.Work.OTHER);
        assertThat(Usage.VmThreads.Work.of("Common-Cleaner")).isEqualTo(Usage.VmThreads.Work.OTHER);
    }

    private void thread(int id, String name, long nanos) throws IOException {
        Path folder = Files.createDirectories(tasks.resolve(Integer.toString(id)));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), nanos + " 0 1\n");
    }

    private void end(int id) throws IOException {
        Path folder = tasks.resolve(Integer.toString(id));
        Files.delete(folder.resolve("comm"));
        Files.delete(folder.resolve("schedstat"));
        Files.delete(folder);
    }
}
