package dev.weir.perf;

import dev.weir.perf.bench.BenchCommand;
import dev.weir.perf.contender.Entrant;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of the performance comparison. {@code ./weir --help} lists its commands. */
@Command(
        name = "perf",
        description = "Compares threading models of the HTTP server, and reports what each costs.",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        subcommands = {
            TrialCommands.CompareCommand.class,
            TrialCommands.ControlsCommand.class,
            ControlCommand.StallCommand.class,
            ControlCommand.CrossCheckCommand.class,
            TrialCommands.StormsCommand.class,
            ClusterCommand.class,
            CallCommand.class,
            ResultCommands.VerifyCommand.class,
            ResultCommands.DiffCommand.class,
            BenchCommand.class
        })
public final class Perf {
    /** The exit code if results are invalid or missing. Picocli uses 1 for an exception and 2 for a usage error. */
    static final int INVALID = 3;

    static final int REFUTED = 4;

    public static void main(String[] arguments) {
        // Prevents the machine's locale from changing the format of numbers.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Perf());
        commandLine.registerConverter(Entrant.class, Entrant::of);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true); // users may type contenders and storms in lower case
        commandLine.setExecutionExceptionHandler((e, _, _) -> {
            System.err.println("weir: " + (e.getMessage() == null ? e : e.getMessage()));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }
}
