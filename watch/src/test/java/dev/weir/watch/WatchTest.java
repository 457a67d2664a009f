package dev.weir.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.Program;
import dev.weir.perf.server.Cleanup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the command line of {@code ./weir watch}. */
class WatchTest {
    private record Output(int code, String text) {}

    private static Output watch(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        try {
            return new Output(
                    Program.commandLine(new Watch()).execute(arguments), bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --demo --jars src              | there is no src/reactive-server/target/reactive-server.jar
            --demo http://localhost:9080   | leave out http://localhost:9080
            --run . --demo                 | leave out --demo
            https://localhost:9080         | is not an address
            localhost:9080                 | is not an address
            http://localhost               | is not an address
            http://192.0.2.1:9080          | is not a loopback address
            --demo --threads none          | 'none' is not a whole number
            --demo --threads 0             | '--threads': 0 is less than 1
            --dmeo                         | --dmeo
            --port 99999                   | '--port': '99999' is not a port from 0 to 65535
            --port -1                      | '--port': '-1' is not a port from 0 to 65535
            --port x                       | '--port': 'x' is not a whole number
            """)
    void refusesInOneLine(String arguments, String reason) {
        Output output = watch(arguments.split(" +", -1));
        assertThat(output.text()).startsWith("weir watch: ").contains(reason).hasLineCount(1);
        assertThat(output.code()).isEqualTo(2);
    }

    @Test
    void tellsItsVersion() {
        Output output = watch("--version");
        assertThat(output.text()).matches("weir (\\d\\S+|\\(not from a jar\\))\n");
        assertThat(output.code()).isZero();
    }

    @Test
    void tellsWhichPortIsInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Output output = watch("--port", Integer.toString(taken.getLocalPort()));
            assertThat(output.text())
                    .isEqualTo("weir: port " + taken.getLocalPort() + " is in use; choose another with --port\n");
            assertThat(output.code()).isEqualTo(1);
        }
    }

    /** If the port is in use, no server may start. A start would create {@code virtual.log}, even from an empty jar. */
    @Test
    void startsNoServerIfThePortIsInUse(@TempDir Path jars) throws IOException {
        Files.createFile(jars.resolve("reactive-server.jar"));
        Files.createFile(jars.resolve("servlet-baseline.jar"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Output output =
                    watch("--demo", "--jars", jars.toString(), "--port", Integer.toString(taken.getLocalPort()));
            assertThat(output.text()).contains("is in use").hasLineCount(1);
            assertThat(Cleanup.folder().resolve("virtual.log")).doesNotExist();
        }
    }

    /** {@code ./weir --help} must describe {@code watch} with the same words as {@code ./weir watch --help}. */
    @Test
    void theHelpOfAllCommandsHasItsDescription() throws IOException {
        String description =
                Program.commandLine(new Watch()).getCommandSpec().usageMessage().description()[0];
        assertThat(Files.readString(Path.of("../.mvn/help.sh"))).contains("  watch          " + description + "\n");
        assertThat(watch("--help").text()).startsWith("Usage: weir watch").contains(description);
    }
}
