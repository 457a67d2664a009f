package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Target;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServedFolder;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
}
