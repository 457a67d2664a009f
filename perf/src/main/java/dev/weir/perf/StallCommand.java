package dev.weir.perf;

import dev.weir.perf.control.StallTrial;
import dev.weir.perf.load.Generator;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops a server under load, and asks the generator whether it noticed: the control for coordinated omission. */
@Command(
        name = "stall",
        description = "Stops a server under an open load: is the measured tail the computed one?",
        mixinStandardHelpOptions = true)
final class StallCommand implements Callable<Integer> {
    @Mixin
    private final ControlOptions options = new ControlOptions();

    @Option(names = "--window", description = "seconds; default: ${DEFAULT-VALUE}", defaultValue = "20")
    private int windowSeconds;

    @Option(names = "--stop", description = "seconds; default: ${DEFAULT-VALUE}", defaultValue = "1")
    private int stopSeconds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Cores.APART.pinGenerator();
        ServedFolder folder = ServedFolder.open();
        try (ServerProcess server = options.start(folder, "stall");
                Generator generator = new Generator(false)) {
            StallTrial trial = new StallTrial(
                    server,
                    generator,
                    ControlOptions.target(folder, server),
                    options.connections,
                    options.perSecond,
                    Duration.ofSeconds(windowSeconds),
                    Duration.ofSeconds(stopSeconds));
            boolean met = trial.run(Duration.ofSeconds(options.warmUpSeconds), options.out);
            return met ? 0 : Perf.INVALID;
        }
    }
}
