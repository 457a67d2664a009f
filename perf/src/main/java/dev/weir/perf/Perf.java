package dev.weir.perf;

import dev.weir.perf.bench.BenchCommand;
import dev.weir.perf.contender.Entrant;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line, whose commands {@code ./weir --help} lists. The exit code is 0 for success, {@value #INVALID} for an
 * invalid trial, and {@value #REFUTED} for a failed check of figures.
 */
@Command(
        name = "perf",
        description = "Compares the models head to head and reports their costs.",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        subcommands = {
            TrialCommands.CompareCommand.class,
            TrialCommands.ControlsCommand.class,
            ControlCommand.StallCommand.class,
            ControlCommand.CrossCheckCommand.class,
            TrialCommands.StormsCommand.class,
            CallCommand.class,
            ResultCommands.VerifyCommand.class,
            ResultCommands.DiffCommand.class,
            BenchCommand.class
        })
public final class Perf {
    /** Differs from 1 and 2, picocli's codes for an exception and for a wrong command line. */
    static final int INVALID = 3;

    static final int REFUTED = 4;

    public static void main(String[] arguments) {
        // The machine's locale must not change the format of numbers.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Perf());
        commandLine.registerConverter(Entrant.class, Entrant::of);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true); // contenders and storms, by their text
        commandLine.setExecutionExceptionHandler((e, _, _) -> {
            System.err.println("weir: " + (e.getMessage() == null ? e : e.getMessage()));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }
}
