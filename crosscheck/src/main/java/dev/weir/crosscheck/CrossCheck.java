package dev.weir.crosscheck;

import dev.weir.perf.Program;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of the commands {@code ./weir stall}, {@code ./weir crosscheck} and {@code ./weir verify}. */
@Command(
        name = "weir",
        description = "Checks the load generator against predictions and against other load generators.",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        subcommands = {ControlCommand.StallCommand.class, ControlCommand.CrossCheckCommand.class, VerifyCommand.class})
public final class CrossCheck {
    public static void main(String[] arguments) {
        Program.run(new CrossCheck(), arguments);
    }
}
