package dev.weir.contract.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.connection.FreePort;
import dev.weir.contract.connection.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The server of another module, with {@link SuiteSettings}. Runs that module's jar in a process of its own, because the
 * servers of two modules do not fit on one class path. The jar must exist when the test begins.
 */
public final class JarServer extends RunningServer {
    private static final Duration LONGEST_START = Duration.ofMinutes(1);

    private final Path jar;
    private final List<String> settings;
    private int port;
    private int managementPort;
    private @Nullable Process process;

    private JarServer(Path jar, List<String> settings) {
        super(Transport.CLEAR);
        this.jar = jar;
        this.settings = settings;
    }

    /**
     * Creates a module's server. A setting ({@code --key=value}) replaces that of {@link SuiteSettings} with the same
     * key.
     */
    public static JarServer of(String module, String... settings) {
        return new JarServer(Path.of("..", module, "target", module + ".jar"), List.of(settings));
    }

    @Override
    public void beforeAll(ExtensionContext test) throws IOException {
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is missing: ./mvnw -DskipTests package makes it");
        }
        port = FreePort.find();
        managementPort = FreePort.find();
        List<String> all = new ArrayList<>(settings);
        all.add("--server.port=" + port);
        all.add("--management.server.port=" + managementPort);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jar.toString()));
        command.addAll(SuiteSettings.arguments(makeFiles(), all));
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process = started;
        await("start of " + jar).atMost(LONGEST_START).until(() -> !started.isAlive() || isReady());
        if (!started.isAlive()) {
            throw new IllegalStateException(jar + " did not start: " + log());
        }
    }

    private boolean isReady() {
        try {
            return management(RunningServer.READINESS) == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Ends the server with SIGTERM (rule A03). The server serves nobody, so it must not wait until a timeout. */
    @Override
    public void afterAll(ExtensionContext test) throws IOException {
        Process started = process;
        try {
            if (started != null) {
                started.destroy();
                await("end of " + jar).atMost(LONGEST_START).until(() -> !started.isAlive());
                assertThat(log()).doesNotContain("still running after timeout");
            }
        } finally {
            if (started != null) {
                started.destroyForcibly();
            }
            deleteFiles();
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public int managementPort() {
        return managementPort;
    }
}
