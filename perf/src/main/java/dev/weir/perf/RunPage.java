package dev.weir.perf;

import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.OwnedProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A web page that shows a run of measurements. A second process serves it, so that the load generator's process has no
 * extra work. {@link #close} blocks for {@link #AT_END}, so that the page can show the end of the run.
 */
record RunPage(OwnedProcess process) implements AutoCloseable {
    private static final Duration UNTIL_UP = Duration.ofSeconds(15);

    /** How long the page stays reachable after the run ends, so that it can show the end. */
    private static final Duration AT_END = Duration.ofSeconds(3);

    /** Starts the page. Call this before pinning this JVM to a core, because a child process inherits the pinning. */
    static RunPage open(Path modules, Path run) throws IOException {
        Path released = modules.resolve("watch.jar");
        Path jar = Files.exists(released) ? released : modules.resolve(Path.of("watch", "target", "watch.jar"));
        if (!Files.isReadable(jar)) {
            throw new BadUsageException("there is no " + jar + ": build the project, or leave out --watch");
        }
        int port = OwnedProcess.freePort();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        OwnedProcess process = OwnedProcess.start(
                List.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-jar",
                        jar.toString(),
                        "--run=" + run.toAbsolutePath(),
                        "--port=" + port),
                Cleanup.folder().resolve("watch.log"));
        try {
            process.await(() -> answers(port), UNTIL_UP);
        } catch (IOException | InterruptedException e) {
            process.close();
            throw new BadUsageException("the page did not start: " + e.getMessage());
        }
        System.out.println("Watch the run at http://localhost:" + port + "/");
        return new RunPage(process);
    }

    private static boolean answers(int port) {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            Thread.sleep(AT_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.close();
    }
}
