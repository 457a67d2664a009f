package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests the commands' help, and their messages about invalid options. */
class UsageTest {
    private final StringWriter text = new StringWriter();
    private final CommandLine program =
            Program.commandLine(new CrossCheck()).setOut(new PrintWriter(text)).setErr(new PrintWriter(text));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            stall --out unused --server fast                       | there is no contender 'fast'
            crosscheck --out unused --scenario S5                  | [S1, S1X, S2, S2X]
            crosscheck --out unused --scenario S1 --clients 9      | S1 has 100 users
            crosscheck --out unused --scenario S2x --jars none     | none
            crosscheck --out unused --clients many                 | 'many' is not a whole number
            verify                                                 | RESULTS.json
            verify none.json                                       | there is no file none.json
            """)
    void isRefusedInOneLineThatNamesTheReason(String arguments, String reason) {
        int code = program.execute(arguments.split(" ", -1));
        assertThat(text.toString()).hasLineCount(1).startsWith("weir ").contains(reason);
        assertThat(code).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"stall, --server", "crosscheck, --jars", "verify, RESULTS.json"})
    void helpTellsTheOptionsAndIsListedByTheProgram(String command, String option) throws IOException {
        assertThat(program.execute(command, "--help")).isZero();
        assertThat(text.toString()).startsWith("Usage: weir " + command).contains(option, "--version");
        CommandLine described = Objects.requireNonNull(program.getSubcommands().get(command));
        String description = described.getCommandSpec().usageMessage().description()[0];
        Process help = new ProcessBuilder("../.mvn/help.sh", "commands").start();
        assertThat(new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("\n  %-13s  %s\n".formatted(command, description));
    }
}
