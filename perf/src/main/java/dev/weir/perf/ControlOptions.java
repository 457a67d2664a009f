package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.CrossCheckTrial;
import dev.weir.perf.control.Load;
import dev.weir.perf.control.StallTrial;
import dev.weir.perf.control.Tool;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServedFolder;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of both controls of the generator, and the server that they load. */
final class ControlOptions extends FolderOptions {
    private static final int MOST_CONNECTIONS = 10_000;
    private static final Duration TO_START = Duration.ofSeconds(60);

    @Option(names = "--server", description = "the contender to load; default: reactive")
    private Contender contender = Contender.REACTIVE;

    @Option(names = "--connections", description = "kept alive; default: ${DEFAULT-VALUE}", defaultValue = "16")
    private int connections;

    @Option(names = "--rate", description = "open loads, requests/s; default: ${DEFAULT-VALUE}", defaultValue = "1000")
    private double perSecond;

    @Option(names = "--warm-up", description = "seconds; default: ${DEFAULT-VALUE}", defaultValue = "15")
    private int warmUpSeconds;

    /** Checks the generator on a running server, and returns the description of the check for the report. */
    private interface GeneratorCheck {
        String run(ServerProcess server, Load load, ServedFolder folder, Checks checks)
                throws IOException, InterruptedException;
    }

    /** Runs a check on a server without limits, which could distort it, and writes its report. */
    private int run(String name, String title, boolean polls, GeneratorCheck check)
            throws IOException, InterruptedException {
        boolean pinned = Cores.APART.pinGenerator();
        Files.createDirectories(out);
        Environment environment = Environment.capture(pinned, Map.of());
        ServedFolder folder = ServedFolder.open();
        ServerPlan plan = ServerPlan.unlimited(MOST_CONNECTIONS);
        try (ServerProcess server = plan.start(contender, contender.jar(jars), folder, out.resolve(name + ".log"));
                Generator generator = new Generator(polls && pinned)) {
            server.awaitReady(TO_START);
            Target target = new Target(server.address(), "/files/hello.json", folder.file("hello.json", 100));
            Checks checks = new Checks();
            checks.server(server.command());
            String description = check.run(server, new Load(generator, target, connections), folder, checks);
            Checks.Found found = checks.of(name, title, description, contender.label());
            boolean met = CheckReport.of("Checks of the generator", environment, List.of(found))
                    .write(out, name);
            return met ? 0 : Perf.INVALID;
        }
    }

    /** Stops a server under load, and checks that the generator counts the waiting requests (coordinated omission). */
    @Command(
            name = "stall",
            description = "Stops a server under an open load and compares the measured with the predicted tail.",
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
            Duration window = Duration.ofSeconds(windowSeconds);
            Duration stop = Duration.ofSeconds(stopSeconds);
            return options.run(
                    "stall", "A server stopped for %d s".formatted(stopSeconds), false, (server, load, _, checks) -> {
                        StallTrial trial = new StallTrial(server, load, options.perSecond, window, stop);
                        trial.run(Duration.ofSeconds(options.warmUpSeconds), options.out, checks);
                        return trial.description();
                    });
        }
    }

    /** Compares this generator with wrk (closed loop) and oha (open loop) on one server, and measures its lag. */
    @Command(
            name = "crosscheck",
            description = "Compares this generator with wrk and oha on one server (./weir tools installs them).",
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
            Duration length = Duration.ofSeconds(seconds);
            return options.run("crosscheck", "This generator and others", true, (server, load, folder, checks) -> {
                CrossCheckTrial trial = new CrossCheckTrial(
                        server, load, options.perSecond, rounds, length, lagPerSecond, folder.root());
                trial.run(Duration.ofSeconds(options.warmUpSeconds), options.out, checks);
                return trial.description();
            });
        }
    }
}
