package dev.weir.perf;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line.
 *
 * <p>{@snippet lang="shell" :
 * ./weir compare --quick --out results               # S1, all contenders, under five minutes
 * ./weir rate --downloads 100,1000 --out results     # T02, T03 and T07 at the wire
 * }
 *
 * <p>It ends with 0 when every trial counts, whatever it found; {@value #INVALID} when one does not.
 */
@Command(
        name = "perf",
        description = "Runs the models head to head and says what each costs.",
        mixinStandardHelpOptions = true,
        subcommands = {CompareCommand.class, RateCommand.class})
public final class Perf {
    /** Neither 1 nor 2, which are picocli's for an exception and for a wrong command line. */
    static final int INVALID = 3;

    public static void main(String[] arguments) {
        // Figures read alike wherever the report is made.
        Locale.setDefault(Locale.ROOT);
        CommandLine commandLine = new CommandLine(new Perf());
        commandLine.registerConverter(Contender.class, Contender::of);
        commandLine.registerConverter(Scenario.class, Scenario::of);
        System.exit(commandLine.execute(arguments));
    }
}
