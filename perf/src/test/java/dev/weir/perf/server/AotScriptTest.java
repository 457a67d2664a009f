package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code .mvn/aot.sh}, which makes AOT caches. {@code ./mvnw verify} builds the needed jars before this test. */
class AotScriptTest {
    private static final Path SCRIPT = Path.of("..", ".mvn", "aot.sh");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    /** The server must start with its AOT cache. With {@code -XX:AOTMode=on}, a JVM that rejects its cache exits. */
    @ParameterizedTest
    @ValueSource(strings = {"reactive-server", "servlet-baseline"})
    void aServerStartsWithItsCache(String name) throws IOException, InterruptedException {
        Path jar = Path.of("..", name, "target", name + ".jar");
        Path aot = folder.resolve("aot");
        Path cache = aot.resolve(name + ".aot");
        assertThat(made(jar, aot)).isZero();
        FileTime time = Files.getLastModifiedTime(cache);
        List<String> command = List.of(
                JAVA.toString(),
                "-XX:AOTMode=on",
                "-XX:AOTCache=" + cache,
                "-XX:CompileThresholdScaling=5",
                "-jar",
                aot.resolve(name + ".jar").toString(),
                "--server.port=0",
                "--management.server.port=-1");
        Path log = folder.resolve("log");
        try (OwnedProcess server = OwnedProcess.start(command, log)) {
            server.await(() -> text(log).contains(" started on port "), PATIENCE);
        }
        assertThat(made(jar, aot)).isZero();
        assertThat(Files.getLastModifiedTime(cache)).as("made once").isEqualTo(time);
    }

    @Test
    void aFailedTrainingIsNotRepeated() throws IOException, InterruptedException {
        Path jar = Files.writeString(folder.resolve("no.jar"), "no jar");
        assertThat(made(jar, folder.resolve("aot"))).isNotZero();
        assertThat(text(folder.resolve("script"))).contains("no AOT cache");
        assertThat(made(jar, folder.resolve("aot"))).isNotZero();
        assertThat(text(folder.resolve("script"))).isEmpty();
    }

    private int made(Path jar, Path aot) throws IOException, InterruptedException {
        ProcessBuilder script = new ProcessBuilder(SCRIPT.toString(), jar.toString(), aot.toString());
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // The script must ignore settings in the environment. No server would start with this one.
        script.environment().put("WEIR_THROTTLE_RATE", "-1");
        return script.redirectErrorStream(true)
                .redirectOutput(folder.resolve("script").toFile())
                .start()
                .waitFor();
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
