package dev.weir.perf;

import dev.weir.perf.control.CrossCheckTrial;
import dev.weir.perf.control.Tool;
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

/** Lays our generator beside wrk (closed) and oha (open) on the same server, and measures how late ours runs. */
@Command(
        name = "crosscheck",
        description = "Our generator beside wrk and oha on the same server (./weir tools installs them).",
        mixinStandardHelpOptions = true)
final class CrossCheckCommand implements Callable<Integer> {
    @Mixin
    private final ControlOptions options = new ControlOptions();

    @Option(names = "--rounds", description = "pairs; default: ${DEFAULT-VALUE}", defaultValue = "5")
    private int rounds;

    @Option(names = "--seconds", description = "of each load; default: ${DEFAULT-VALUE}", defaultValue = "10")
    private int seconds;

    @Option(names = "--lag-rate", description = "requests/s; default: ${DEFAULT-VALUE}", defaultValue = "10000")
    private double lagPerSecond;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            CrossCheckTrial.requireTools();
        } catch (Tool.MissingToolException e) {
            System.err.println("weir: " + e.getMessage());
            return Tool.MissingToolException.EXIT_CODE;
        }
        boolean pinned = Cores.APART.pinGenerator();
        ServedFolder folder = ServedFolder.open();
        try (ServerProcess server = options.start(folder, "crosscheck");
                Generator generator = new Generator(pinned)) {
            CrossCheckTrial trial = new CrossCheckTrial(
                    server,
                    generator,
                    ControlOptions.target(folder, server),
                    options.connections,
                    options.perSecond,
                    rounds,
                    Duration.ofSeconds(seconds));
            Duration warmUp = Duration.ofSeconds(options.warmUpSeconds);
            boolean met = trial.run(warmUp, lagPerSecond, folder.root(), options.out);
            return met ? 0 : Perf.INVALID;
        }
    }
}
