package dev.weir.perf;

import dev.weir.perf.bench.BenchCommand;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.storm.Storms;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line.
 *
 * <p>{@snippet lang="shell" :
 * ./weir compare --quick --out results          # S1, all models, under five minutes
 * ./weir compare --scenario S1x,S5 --out DIR    # with intervals; hours; may be interrupted and started again
 * ./weir compare --scenario S2x --subscribers 1000,10000 --events 4 --out DIR   # events; nchan too, if installed
 * ./weir controls --out DIR                     # does the instrument find what was planted, and nothing else?
 * ./weir stall --out DIR                        # is a stop of a second seen as what it was?
 * ./weir crosscheck --out DIR                   # do other generators see the same? ./weir tools installs them
 * ./weir storms --out DIR                       # thousands wait, change, leave or come at once: is the contract kept?
 * ./weir call --keys DIR URL                    # one SOAP call, signed and encrypted in part
 * ./weir verify DIR/results.json                # computes every figure again from the trials' files
 * ./weir verify DIR/storms.json                 # the same of storms, stall or crosscheck: every verdict and percentile
 * ./weir diff A/results.json B/results.json     # is B dearer than A?
 * ./weir bench --out DIR                        # single decisions, with JMH
 * }
 *
 * <p>It ends with 0 when all is well, {@value #INVALID} when a trial does not count, and {@value #REFUTED} when a check
 * of figures failed.
 */
@Command(
        name = "perf",
        description = "Runs the models head to head and says what each costs.",
        mixinStandardHelpOptions = true,
        subcommands = {
            CompareCommand.class,
            ControlsCommand.class,
            ControlOptions.StallCommand.class,
            ControlOptions.CrossCheckCommand.class,
            StormsCommand.class,
            CallCommand.class,
            ResultCommands.VerifyCommand.class,
            ResultCommands.DiffCommand.class,
            BenchCommand.class
        })
public final class Perf {
    /** Neither 1 nor 2, which are picocli's for an exception and for a wrong command line. */
    static final int INVALID = 3;

    static final int REFUTED = 4;

    public static void main(String[] arguments) {
        // Figures read alike wherever the report is made.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Perf());
        commandLine.registerConverter(Entrant.class, Entrant::of);
        commandLine.registerConverter(Contender.class, Contender::of);
        commandLine.registerConverter(Storms.Part.class, Storms.Part::of);
        commandLine.setExecutionExceptionHandler((e, _, _) -> {
            System.err.println("weir: " + (e.getMessage() == null ? e : e.getMessage()));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }
}
