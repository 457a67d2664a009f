package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests servers that are started by a shell command. The command here starts the file server of the JDK. */
class CommandServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String SERVER =
            Path.of(System.getProperty("java.home"), "bin", "jwebserver") + " -p %d -d /tmp -o none";

    @TempDir
    Path folder;

    private CommandServer start(String command) throws IOException {
        return CommandServer.start(Cores.APART, command::formatted, folder.resolve("log"));
    }

    @Test
    void theKernelTellsTheUsageOfTheServer() throws Exception {
        List<ProcessHandle> family;
        try (CommandServer server = start("echo it serves; sleep 1000 & " + SERVER)) {
            server.awaitReady(PATIENCE);
            family = server.process.family();
            Usage usage = server.usage();
            assertThat(usage.cpuSeconds()).isBetween(1e-3, 60.0);
            assertThat(usage.threads()).as("of a JVM, the shell and sleep").isGreaterThan(5);
            assertThat(usage.allocatedBytes()).isEmpty();
            assertThat(server.memory().liveHeapBytes()).isEmpty();
            assertThat(server.memory().nativeBytes()).isGreaterThan(1 << 20);
            assertThat(server.selfDescription()).contains("it serves");
            assertThat(String.join(" ", server.command()))
                    .contains("jwebserver -p " + server.address().getPort());
        }
        assertThat(family).hasSizeGreaterThanOrEqualTo(3).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void aServerMayEndByItself() throws Exception {
        Path ended = folder.resolve("ended");
        CommandServer server = start("trap 'echo > " + ended + "; exit' TERM; " + SERVER + " & while :; do wait; done");
        server.awaitReady(PATIENCE);
        server.close();
        assertThat(Files.exists(ended)).isTrue();
    }

    @Test
    void aServerThatIgnoresSigtermIsKilled() throws Exception {
        CommandServer server = start("trap '' TERM; " + SERVER + " & while :; do wait; done");
        server.awaitReady(PATIENCE);
        List<ProcessHandle> family = server.process.family();
        server.close();
        assertThat(family).hasSizeGreaterThanOrEqualTo(2).noneMatch(ProcessHandle::isAlive);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no-such-program %d                  | ended with 127: /bin/sh: 1: no-such-program: not found
            echo one; echo two; exit 3 # %d     | ended with 3: one / two
            """)
    void aServerThatEndsIsToldWithItsLastLines(String command, String message) throws IOException {
        try (CommandServer server = start(command)) {
            assertThatThrownBy(() -> server.awaitReady(PATIENCE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(message);
        }
    }

    @Test
    void aServerThatDoesNotListenIsTold() throws IOException {
        try (CommandServer server = start("echo idle; sleep 1000 # %d")) {
            assertThatThrownBy(() -> server.awaitReady(Duration.ofMillis(300)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not healthy")
                    .hasMessageContaining("idle");
        }
    }
}
