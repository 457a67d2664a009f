package dev.weir.resilience;

import dev.weir.perf.Program;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of {@code ./weir storms} and {@code ./weir cluster-check}. */
@Command(
        name = "weir",
        description = "Checks that servers keep their promises under overload, faults and attacks.",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        subcommands = {StormsCommand.class, ClusterCommand.class})
public final class Resilience {
    public static void main(String[] arguments) {
        Program.run(new Resilience(), arguments);
    }
}
