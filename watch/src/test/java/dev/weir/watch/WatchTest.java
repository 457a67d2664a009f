package dev.weir.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line. */
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
            return new Output(Watch.commandLine().execute(arguments), bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --demo --jars src              | there is no src/reactive-server/target/reactive-server.jar
            --demo http://localhost:9080   | leave out http://localhost:9080
            --run . --demo                 | leave out --demo
            https://localhost:9080         | is not an address
            localhost:9080                 | is not an address
            http://localhost               | is not an address
            --demo --threads none          | '--threads'
            --dmeo                         | --dmeo
            """)
    void refusesInOneLine(String arguments, String reason) {
        Output output = watch(arguments.split(" +", -1));
        assertThat(output.text()).startsWith("weir watch: ").contains(reason).hasLineCount(1);
        assertThat(output.code()).isEqualTo(2);
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

    /** {@code ./weir --help} lists this command, too. */
    @Test
    void theHelpOfAllCommandsHasItsDescription() throws IOException {
        String description = Watch.commandLine().getCommandSpec().usageMessage().description()[0];
        assertThat(Files.readString(Path.of("../.mvn/help.sh"))).contains("  watch          " + description + "\n");
        assertThat(watch("--help").text()).startsWith("Usage: weir watch").contains(description);
    }
}
