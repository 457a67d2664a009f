package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Tests the help texts of the commands, and the error messages for invalid options. */
class UsageTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            compare                                                | --out
            compare --out unused --blocks -1                       | '--blocks': -1 is less than 1
            compare --out unused --blocks 0                        | '--blocks': 0 is less than 1
            compare --out unused --blocks many                     | 'many' is not a whole number
            compare --out unused --seed x                          | '--seed': 'x' is not a whole number
            compare --out unused --contenders async,fast           | '--contenders': there is no contender 'fast'
            compare --out unused --contenders async+10%gc          | there is no contender or difference 'async+10%gc'
            compare --out unused --contenders nginx --baseline fast | there is no contender 'fast'
            compare --out unused --scenario S10                    | there is no scenario S10
            compare --out unused --scenario S1,S6                  | --contenders
            compare --out unused --scenario S5 --both-cores        | --both-cores is only for S1x and S2x
            compare --out unused --scenario S5 --capacity none     | there is no file none
            compare --out unused --jars nowhere                    | there is no folder nowhere
            compare --out unused --jars src --contenders async     | there is no src/servlet-baseline/target
            compare --out pom.xml                                  | pom.xml is not a writable folder
            compare --smoke --out /proc/x                          | '--out': /proc/x is not a writable folder
            compare --out unused --contender async                 | 'async' is not NAME=COMMAND
            compare --out unused --contender async=serve{port}     | there is a contender 'async' already
            compare --out unused --contender Mine=serve{port}      | small letters and hyphens, unlike 'Mine'
            compare --out unused --contender mine=serve            | must tell the server its {port}
            compare --out unused --contender mine={port}{root}     | there is no {root}, but [{port}, {folder},
            compare --out unused --contender a={port} --contender a={port} | two servers have the same name
            compare --out unused --scenario S4 --contenders async-jetty | async-jetty cannot serve S4
            compare --out unused --scenario S5,S7 --contenders async,virtual-jetty#2 | virtual-jetty cannot serve
            controls --out unused --contender nginx                | nginx takes part in compare only
            controls --out unused --requests 0                     | 0 is less than 1
            diff none.json none.json                               | there is no file none.json
            call --keys nowhere                                    | there is no folder nowhere
            call --key-store none --trust-store none               | there is no file none
            call ftp://127.0.0.1                                   | does not begin with http:// or https://
            call --a 1.5                                           | '1.5' is not a whole number
            """)
    void isRefusedInOneLineThatNamesTheReason(String arguments, String reason) {
        Output output = Output.ofPerf(arguments.split(" ", -1));
        assertThat(output.text()).hasLineCount(1).startsWith("weir ").contains(reason);
        assertThat(output.code()).isEqualTo(2);
    }

    @Test
    void anUnknownCommandIsToldWithTheNearest() {
        assertThat(Output.ofPerf("comapre"))
                .isEqualTo(new Output(
                        2, "weir: Unmatched argument at index 0: 'comapre'; did you mean compare?; see weir --help\n"));
    }

    private static Set<String> commands() {
        return Program.commandLine(new Perf()).getSubcommands().keySet();
    }

    /** Picocli writes a warning to standard error if it cannot format a description, for example because of a '%'. */
    @ParameterizedTest
    @MethodSource("commands")
    void helpIsPlainTextWithoutWarnings(String command) {
        Output help = Output.ofPerf(command, "--help");
        CommandLine described = Objects.requireNonNull(
                Program.commandLine(new Perf()).getSubcommands().get(command));
        assertThat(help.text())
                .startsWith("Usage: weir " + command)
                .contains(described.getCommandSpec().optionsMap().keySet())
                .doesNotContain("WARN", "\033");
        assertThat(help.code()).isZero();
    }

    /**
     * In this test, the commands run without a jar, and must say so instead of a version. The build ({@code pom.xml})
     * checks that the manifest of the jar has the version.
     */
    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandTellsTheVersionOfItsJar(String command) {
        assertThat(Output.ofPerf(command, "--version")).isEqualTo(new Output(0, "weir (not from a jar)\n"));
    }
}
