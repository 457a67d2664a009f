package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.CrossCheckTrial;
import dev.weir.perf.control.StallTrial;
import dev.weir.perf.control.Tool;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServedFolder;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What both controls of the generator can be told, and the server they ask. */
final class ControlOptions {
    private static final String FILE = "hello.json";
    private static final int BYTES = 100;
    private static final int THREADS = 200;
    private static final int MOST_CONNECTIONS = 10_000;
    private static final Duration TO_START = Duration.ofSeconds(60);

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "folder of the results")
    Path out = Path.of("");

    @Option(names = "--server", description = "the contender that is asked; default: reactive")
    Contender contender = Contender.REACTIVE;

    @Option(names = "--connections", description = "kept alive; default: ${DEFAULT-VALUE}", defaultValue = "16")
    int connections;

    @Option(names = "--rate", description = "open loads, requests/s; default: ${DEFAULT-VALUE}", defaultValue = "1000")
    double perSecond;

    @Option(names = "--warm-up", description = "seconds; default: ${DEFAULT-VALUE}", defaultValue = "15")
    int warmUpSeconds;

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder of the modules, with <module>/target/<module>.jar; default: where perf.jar lies")
    Path jars = ModulesFolder.find();

    /** Without any limit, since none of the server's may be what is measured. */
    ServerProcess start(ServedFolder folder, String name) throws IOException, InterruptedException {
        Files.createDirectories(out);
        ServerPlan plan = new ServerPlan(0, 0, Duration.ofMillis(100), THREADS, MOST_CONNECTIONS, Cores.APART, false);
        ServerProcess server = plan.start(contender, contender.jar(jars), folder, out.resolve(name + ".log"));
        try {
            server.awaitReady(TO_START);
            return server;
        } catch (IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    static Target target(ServedFolder folder, ServerProcess server) throws IOException {
        return new Target(server.address(), "/files/" + FILE, folder.file(FILE, BYTES));
    }

    /** Stops a server under load, and asks the generator whether it noticed: the control for coordinated omission. */
    @Command(
            name = "stall",
            description = "Stops a server under an open load: is the measured tail the computed one?",
            mixinStandardHelpOptions = true)
    static final class StallCommand implements Callable<Integer> {
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

    /** Lays our generator beside wrk (closed) and oha (open) on the same server, and measures how late ours runs. */
    @Command(
            name = "crosscheck",
            description = "Our generator beside wrk and oha on the same server (./weir tools installs them).",
            mixinStandardHelpOptions = true)
    static final class CrossCheckCommand implements Callable<Integer> {
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
}
