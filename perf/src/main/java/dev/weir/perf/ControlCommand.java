package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.CrossCheckTrial;
import dev.weir.perf.control.Load;
import dev.weir.perf.control.StallTrial;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command that starts a server and checks whether the load {@link Generator} measures it correctly. */
abstract class ControlCommand extends FolderOptions implements Callable<Integer> {
    @Option(names = "--server", description = "the server to load; default: reactive")
    private Contender contender = Contender.REACTIVE;

    interface GeneratorCheck {
        String run(ServerProcess server, Load load, Checks checks) throws IOException, InterruptedException;
    }

    final int run(String name, String title, GeneratorCheck check) throws IOException, InterruptedException {
        requireJars(List.of(contender));
        boolean pinned = Cores.APART.pinGenerator();
        Files.createDirectories(out);
        Environment environment = Environment.capture(pinned, Map.of());
        ServedFolder folder = ServedFolder.open();
        ServerPlan plan = ServerPlan.unlimited(10_000);
        try (ServerProcess server = plan.start(contender, contender.jar(jars), folder, out.resolve(name + ".log"));
                Generator generator = new Generator(false)) {
            server.awaitReady(Duration.ofSeconds(60));
            Target target = new Target(server.address(), "/files/hello.json", folder.file("hello.json", 100));
            Checks checks = new Checks();
            checks.server(server.command());
            String description = check.run(server, new Load(generator, target, 16), checks);
            Checks.Found found = checks.of(name, title, description, contender.label());
            boolean met = CheckReport.of("Checks of the generator", environment, List.of(found))
                    .write(out, name);
            return met ? 0 : Perf.INVALID;
        }
    }

    @Command(
            name = "stall",
            description = "Suspends a server under open-loop load; compares the tail latency with a prediction.")
    static final class StallCommand extends ControlCommand {
        @Override
        public Integer call() throws IOException, InterruptedException {
            return run(
                    "stall",
                    "A server stopped for 1 s",
                    (server, load, checks) -> new StallTrial(server, load).run(out, checks));
        }
    }

    @Command(
            name = "crosscheck",
            description = "Compares this load generator with wrk and oha on one server (./weir tools installs them).")
    static final class CrossCheckCommand extends ControlCommand {
        @Override
        public Integer call() throws IOException, InterruptedException {
            CrossCheckTrial.requireTools();
            return run(
                    "crosscheck",
                    "This generator and others",
                    (server, load, checks) -> new CrossCheckTrial(server, load).run(checks));
        }
    }
}
