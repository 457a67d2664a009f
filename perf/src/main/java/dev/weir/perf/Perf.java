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
 * ./weir compare --scenario S1x,S5 --out DIR    # with intervals; takes hours; may be interrupted and continued
 * ./weir compare --scenario S2x --subscribers 1000,10000 --events 4 --out DIR   # events; with nchan if installed
 * ./weir controls --out DIR                     # does the measurement find planted faults, and nothing else?
 * ./weir stall --out DIR                        # does the generator measure a stop of one second correctly?
 * ./weir crosscheck --out DIR                   # do other generators measure the same? ./weir tools installs them
 * ./weir storms --out DIR                       # overload, faults and attacks: is the contract kept?
 * ./weir call --keys DIR URL                    # one SOAP call, signed and partly encrypted
 * ./weir verify DIR/results.json                # computes every figure again from the trials' files
 * ./weir verify DIR/storms.json                 # the same for storms, stall or crosscheck
 * ./weir diff A/results.json B/results.json     # is B dearer than A?
 * ./weir bench --out DIR                        # single decisions, with JMH
 * }
 *
 * <p>The exit code is 0 for success, {@value #INVALID} for an invalid trial, and {@value #REFUTED} for a failed check of
 * figures.
 */
@Command(
        name = "perf",
        description = "Compares the models head to head and reports their costs.",
        mixinStandardHelpOptions = true,
        subcommands = {
            TrialCommands.CompareCommand.class,
            TrialCommands.ControlsCommand.class,
            ControlOptions.StallCommand.class,
            ControlOptions.CrossCheckCommand.class,
            StormsCommand.class,
            CallCommand.class,
            ResultCommands.VerifyCommand.class,
            ResultCommands.DiffCommand.class,
            BenchCommand.class
        })
public final class Perf {
    /** Differs from 1 and 2, which picocli returns for an exception and for a wrong command line. */
    static final int INVALID = 3;

    static final int REFUTED = 4;

    public static void main(String[] arguments) {
        // The locale of the machine must not change the format of numbers.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Perf());
        commandLine.registerConverter(Entrant.class, Entrant::of);
        commandLine.registerConverter(Contender.class, Contender::of);
        commandLine.registerConverter(Storms.StormType.class, Storms.StormType::of);
        commandLine.setExecutionExceptionHandler((e, _, _) -> {
            System.err.println("weir: " + (e.getMessage() == null ? e : e.getMessage()));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }
}
