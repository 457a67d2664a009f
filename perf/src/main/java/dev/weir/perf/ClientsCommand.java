package dev.weir.perf;

import dev.weir.perf.clients.ClientType;
import dev.weir.perf.clients.ClientsTrial;
import dev.weir.perf.control.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets real clients download through connections that are cut, and others judge the fields (rule D16). */
@Command(
        name = "clients",
        description = "curl, wget, aria2, axel and Chromium through connections that are cut; REDbot and nginx on the"
                + " fields (./weir tools installs them).",
        mixinStandardHelpOptions = true)
final class ClientsCommand implements Callable<Integer> {
    /** Short enough to be typed again. */
    private static final long SEEDS = 1_000_000;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "folder of clients.md and the logs")
    private Path out = Path.of("");

    @Option(names = "--seed", description = "of the cuts; default: any")
    private @Nullable Long seed;

    @Option(names = "--clients", split = ",", description = "${COMPLETION-CANDIDATES}; default: all of them")
    private List<ClientType> types = List.of(ClientType.values());

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder of the modules, with <module>/target/<module>.jar; default: where perf.jar lies")
    private Path jars = ModulesFolder.find();

    @Override
    public Integer call() throws IOException, InterruptedException {
        long drawn = seed == null ? ThreadLocalRandom.current().nextLong(SEEDS) : seed;
        ClientsTrial trial = new ClientsTrial(jars, types, drawn, out);
        try {
            trial.requireTools();
        } catch (Tool.MissingToolException e) {
            System.err.println("weir: " + e.getMessage());
            return Tool.MissingToolException.EXIT_CODE;
        }
        return trial.run() ? 0 : Perf.REFUTED;
    }
}
