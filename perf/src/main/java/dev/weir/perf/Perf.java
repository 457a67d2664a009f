package dev.weir.perf;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of the performance comparison. {@code ./weir --help} lists its commands. */
@Command(
        name = "weir",
        description = "Compares threading models of the HTTP server, and reports what each costs.",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        subcommands = {
            CompareCommand.class,
            ControlsCommand.class,
            CallCommand.class,
            ResultCommands.DiffCommand.class,
            PublishCommand.class
        })
public final class Perf {
    public static void main(String[] arguments) {
        Program.run(new Perf(), arguments);
    }
}
