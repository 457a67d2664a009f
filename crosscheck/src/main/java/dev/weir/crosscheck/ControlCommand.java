package dev.weir.crosscheck;

import dev.weir.perf.BadUsageException;
import dev.weir.perf.FolderOptions;
import dev.weir.perf.Program;
import dev.weir.perf.Values;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.load.Target;
import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command that starts a server and checks whether this project's load {@link Generator} measures it correctly. */
abstract class ControlCommand extends FolderOptions implements Callable<Integer> {
    /** The name of the cross-check with wrk and oha. Other cross-checks have longer names ({@link Crossed#report}). */
    static final String CROSSCHECK = "crosscheck";

    /** The name of the report about a server that is suspended for a second. */
    static final String STALL = "stall";

    @Option(names = "--server", description = "the server to load; default: reactive")
    private Contender contender = Contender.REACTIVE;

    interface GeneratorCheck {
        String run(ServerProcess server, Load load, Checks checks) throws IOException, InterruptedException;
    }

    interface ServerCheck {
        String run(Crossed.Place place, Checks checks) throws IOException, InterruptedException;
    }

    final int run(String name, String title, GeneratorCheck check) throws IOException, InterruptedException {
        return run(name, title, ServerPlan.unlimited(10_000), false, (place, checks) -> {
            ServerProcess server = place.server();
            Target target = new Target(
                    server.address(), "/files/hello.json", place.folder().file("hello.json", 100));
            return check.run(server, new Load(place.generator(), target, 16), checks);
        });
    }

    final int run(String name, String title, ServerPlan plan, boolean polls, ServerCheck check)
            throws IOException, InterruptedException {
        requireJars(List.of(contender));
        boolean pinned = Cores.APART.pinGenerator();
        Files.createDirectories(out);
        Environment environment = Environment.capture(pinned, Map.of());
        ServedFolder folder = ServedFolder.open();
        try (ServerProcess server = plan.start(contender, contender.jar(jars), folder, out.resolve(name + ".log"));
                Generator generator = new Generator(polls && pinned)) {
            server.awaitReady(Duration.ofSeconds(60));
            Checks checks = new Checks();
            checks.server(server.command());
            Crossed.Place place = new Crossed.Place(
                    contender,
                    server,
                    generator,
                    folder,
                    jars.resolve("crosscheck").toAbsolutePath(),
                    out.toAbsolutePath());
            String description = check.run(place, checks);
            Checks.Found found = checks.of(name, title, description, contender.label());
            boolean met = CheckReport.of("Checks of the generator", environment, List.of(found))
                    .write(out, name);
            return met ? 0 : Program.INVALID;
        }
    }

    @Command(
            name = STALL,
            description = "Suspends a server under open-loop load; compares the tail latency with a prediction.")
    static final class StallCommand extends ControlCommand {
        @Override
        public Integer call() throws IOException, InterruptedException {
            return run(
                    STALL,
                    "A server stopped for 1 s",
                    (server, load, checks) -> new StallTrial(server, load).run(out, checks));
        }
    }

    @Command(
            name = CROSSCHECK,
            description =
                    "Compares the load generator with wrk and oha; with --scenario, with JMeter or a client in Python.")
    static final class CrossCheckCommand extends ControlCommand {
        @Option(names = "--scenario", description = "S1 or S2, beside JMeter; S1x or S2x, beside a client in Python")
        private @Nullable Crossed scenario;

        @Option(
                names = "--clients",
                converter = Values.AnyInt.class,
                description = "with S1x, S2, S2x: clients at once; default: 0, which means as many as compare has",
                defaultValue = "0")
        private int clients;

        @Option(
                names = "--rounds",
                description = "pairs of turns, only with --scenario (default: " + Turns.ROUNDS
                        + "). verify refuses the report of any other number of pairs",
                defaultValue = "" + Turns.ROUNDS)
        private int rounds;

        @Override
        public Integer call() throws IOException, InterruptedException {
            if (scenario != null) {
                if (scenario == Crossed.S1 && clients != 0) {
                    throw new BadUsageException("--clients: S1 has 100 users, as in the article");
                }
                scenario.require(jars.resolve("crosscheck"));
                return cross(scenario, scenario.clients(clients));
            }
            CrossCheckTrial.requireTools();
            return run(
                    CROSSCHECK,
                    "This generator and others",
                    (server, load, checks) -> new CrossCheckTrial(server, load).run(checks));
        }

        private int cross(Crossed crossed, int count) throws IOException, InterruptedException {
            return run(crossed.report(), crossed.title(), crossed.plan(count), true, (place, checks) -> {
                crossed.check(place, count, rounds).run(checks);
                return """
                    %,d clients. The server is warm, and both load it in turn, %d times each (ABBA). A figure is the \
                    median of the turns, and a ratio is the median of the pairs.\
                    """.formatted(count, rounds);
            });
        }
    }
}
