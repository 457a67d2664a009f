package dev.weir.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests the help of {@code storms} and {@code cluster-check}, and their messages about invalid options. */
class UsageTest {
    private final StringWriter text = new StringWriter();
    private final CommandLine program =
            Program.commandLine(new Resilience()).setOut(new PrintWriter(text)).setErr(new PrintWriter(text));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            storms                                              | --out
            storms --out unused --parts rain                    | '--parts': expected one of
            storms --out unused --downloads=-5                  | -5 is less than 1
            storms --out unused --contenders nginx              | nginx takes part in compare only
            storms --out unused --jars src                      | there is no src/reactive-server/target
            cluster-check --out unused --nodes reactive         | two nodes
            cluster-check --out unused --nodes reactive,tomcat  | '--nodes': there is no contender 'tomcat'
            cluster-check --out unused --nodes servlet,reactive --jars src  | there is no src/servlet-baseline/target
            """)
    void isRefusedInOneLineThatNamesTheReason(String arguments, String reason) {
        int code = program.execute(arguments.split(" ", -1));
        assertThat(text.toString()).hasLineCount(1).startsWith("weir ").contains(reason);
        assertThat(code).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"storms", "cluster-check"})
    void helpTellsTheOptionsAndIsListedByTheProgram(String command) throws IOException {
        assertThat(program.execute(command, "--help")).isZero();
        assertThat(text.toString())
                .startsWith("Usage: weir " + command)
                .contains("--parts", "--out", "--jars", "--version");
        CommandLine described = Objects.requireNonNull(program.getSubcommands().get(command));
        String description = described.getCommandSpec().usageMessage().description()[0];
        Process help = new ProcessBuilder("../.mvn/help.sh", "commands").start();
        assertThat(new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("\n  %-13s  %s\n".formatted(command, description));
    }
}
