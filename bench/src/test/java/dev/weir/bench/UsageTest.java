package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests the help of the command {@code weir bench}, and its messages about invalid options. */
class UsageTest {
    private final StringWriter text = new StringWriter();
    private final CommandLine program =
            Program.commandLine(new Bench()).setOut(new PrintWriter(text)).setErr(new PrintWriter(text));

    @ParameterizedTest
    @CsvSource({"--quick, --out", "--out unused more, more"})
    void isRefusedInOneLineThatNamesTheReason(String arguments, String reason) {
        int code = program.execute(arguments.split(" ", -1));
        assertThat(text.toString()).hasLineCount(1).startsWith("weir bench: ").contains(reason);
        assertThat(code).isEqualTo(2);
    }

    @Test
    void helpTellsTheOptionsAndIsListedByTheProgram() throws IOException {
        assertThat(program.execute("--help")).isZero();
        assertThat(text.toString()).startsWith("Usage: weir bench ").contains("--quick", "--out", "--version");
        String description = program.getCommandSpec().usageMessage().description()[0];
        Process help = new ProcessBuilder("../.mvn/help.sh", "commands").start();
        assertThat(new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("\n  %-13s  %s\n".formatted("bench", description));
    }
}
