package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The AOT cache of {@code ./weir}. {@code ./mvnw verify} makes the jars of the servers before. */
class AotScriptTest {
    private static final Path SCRIPT = Path.of("..", ".mvn", "aot.sh");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    /** If this fails, the JVM refuses the cache. With this option it then does not start. */
    @ParameterizedTest
    @ValueSource(strings = {"reactive-server", "servlet-baseline"})
    void aServerStartsWithItsCache(String name) throws IOException, InterruptedException {
        Path jar = Path.of("..", name, "target", name + ".jar");
        Path log = folder.resolve("log");
        Process script = new ProcessBuilder(
                        SCRIPT.toString(), jar.toString(), folder.resolve("aot").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(script.waitFor()).as(text(log)).isZero();
        List<String> command = List.of(
                JAVA.toString(),
                "-XX:AOTMode=on",
                "-XX:AOTCache=" + folder.resolve("aot").resolve(name + ".aot"),
                "-jar",
                folder.resolve("aot").resolve(name + ".jar").toString(),
                "--server.port=0",
                "--management.server.port=-1");
        try (OwnedProcess server = OwnedProcess.start(command, log)) {
            server.await(() -> text(log).contains(" started on port "), PATIENCE);
        }
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
