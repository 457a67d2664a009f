package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.CrossCheckTrial;
import dev.weir.perf.control.Load;
import dev.weir.perf.control.StallTrial;
import dev.weir.perf.control.Tool;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.site.CheckReport;
import dev.weir.perf.site.Findings;
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

/** What both controls of the generator can be told, and the server they ask. */
final class ControlOptions extends FolderOptions {
    private static final String FILE = "hello.json";
    private static final int BYTES = 100;
    private static final int THREADS = 200;
    private static final int MOST_CONNECTIONS = 10_000;
    private static final Duration TO_START = Duration.ofSeconds(60);

    @Option(names = "--server", description = "the contender that is asked; default: reactive")
    Contender contender = Contender.REACTIVE;

    @Option(names = "--connections", description = "kept alive; default: ${DEFAULT-VALUE}", defaultValue = "16")
    int connections;

    @Option(names = "--rate", description = "open loads, requests/s; default: ${DEFAULT-VALUE}", defaultValue = "1000")
    double perSecond;

    @Option(names = "--warm-up", description = "seconds; default: ${DEFAULT-VALUE}", defaultValue = "15")
    int warmUpSeconds;

    private Duration warmUp() {
        return Duration.ofSeconds(warmUpSeconds);
    }

    /** Checks the generator on a server that runs; what was done, for the reader. */
    private interface Control {
        String run(ServerProcess server, Load load, ServedFolder folder, Findings found)
                throws IOException, InterruptedException;
    }

    /** Runs a control on a server without any limit, since none of the server's may be what is measured, and reports it. */
    private int run(String name, String title, boolean polls, Control control)
            throws IOException, InterruptedException {
        boolean pinned = Cores.APART.pinGenerator();
        Files.createDirectories(out);
        Environment environment = Environment.capture(pinned, Map.of());
        ServedFolder folder = ServedFolder.open();
        ServerPlan plan = new ServerPlan(0, 0, Duration.ofMillis(100), THREADS, MOST_CONNECTIONS, Cores.APART, false);
        try (ServerProcess server = plan.start(contender, contender.jar(jars), folder, out.resolve(name + ".log"));
                Generator generator = new Generator(polls && pinned)) {
            server.awaitReady(TO_START);
            Target target = new Target(server.address(), "/files/" + FILE, folder.file(FILE, BYTES));
            Findings found = new Findings();
            found.server(server.command());
            String description = control.run(server, new Load(generator, target, connections), folder, found);
            Findings.Found all = found.of(name, title, description, contender.label());
            return CheckReport.of("The generator, checked", environment, List.of(all))
                            .write(out, name)
                    ? 0
                    : Perf.INVALID;
        }
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
            Duration window = Duration.ofSeconds(windowSeconds);
            Duration stop = Duration.ofSeconds(stopSeconds);
            return options.run(
                    "stall", "A server stopped for %d s".formatted(stopSeconds), false, (server, load, _, found) -> {
                        StallTrial trial = new StallTrial(server, load, options.perSecond, window, stop);
                        trial.run(options.warmUp(), options.out, found);
                        return trial.description();
                    });
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
            Duration length = Duration.ofSeconds(seconds);
            return options.run("crosscheck", "Our generator beside others", true, (server, load, folder, found) -> {
                CrossCheckTrial trial = new CrossCheckTrial(
                        server, load, options.perSecond, rounds, length, lagPerSecond, folder.root());
                trial.run(options.warmUp(), options.out, found);
                return trial.description();
            });
        }
    }
}
