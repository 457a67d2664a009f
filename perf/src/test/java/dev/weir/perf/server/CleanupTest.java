package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CleanupTest {
    /** Ends a run by SIGTERM, which does the same as Ctrl-C (SIGINT). A process in the background may ignore SIGINT. */
    @Test
    void anInterruptedRunLeavesNoProcessAndNoFile() throws Exception {
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Run.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = run.inputReader(StandardCharsets.UTF_8)) {
            Path folder = Path.of(said.readLine());
            ProcessHandle owned =
                    ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            assertThat(folder.resolve("file")).exists();
            run.toHandle().destroy(); // Process.destroy() would also close the output
            assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(run.exitValue()).isEqualTo(128 + 15);
            assertThat(said.readLine()).as("nothing more is printed").isNull();
            owned.onExit().get(1, TimeUnit.MINUTES);
            assertThat(folder).doesNotExist();
        } finally {
            run.destroyForcibly();
        }
    }

    /**
     * The main class of a run. The run starts a process, and {@link Cleanup} must kill this process when the run's JVM
     * exits. During the exit, the run starts another process. {@link Cleanup} must kill this process, too. The run must
     * not report the killed processes as failures.
     */
    static final class Run {
        public static void main(String[] arguments) throws IOException, InterruptedException {
            CountDownLatch ended = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Uninterruptibles.awaitUninterruptibly(ended)));
            Path log = Files.createFile(Cleanup.folder().resolve("file"));
            OwnedProcess process = OwnedProcess.start(List.of("sleep", "1000"), log);
            System.out.println(Cleanup.folder());
            System.out.println(process.pid());
            awaitEnd(process);
            awaitEnd(OwnedProcess.start(List.of("sleep", "100"), Path.of("/dev/null")));
            ended.countDown();
            Cleanup.awaitEnd();
            System.out.println("failed");
        }

        private static void awaitEnd(OwnedProcess process) {
            ProcessHandle.of(process.pid())
                    .ifPresent(running -> running.onExit().join());
        }
    }
}
