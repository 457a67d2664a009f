package dev.weir.perf;

import dev.weir.perf.result.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/** What every kind of run can be told. */
final class CommonOptions {
    /** Short enough to be typed again. */
    private static final long SEEDS = 1_000_000;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "folder of the report")
    Path out = Path.of("");

    @Option(names = "--seed", description = "of the order of the trials; printed when not given")
    long seed = ThreadLocalRandom.current().nextLong(SEEDS);

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder of the modules, with <module>/target/<module>.jar; default: where perf.jar lies")
    Path jars = Workspace.modules();

    Plan plan(String title, String options, List<?> order, List<String> choices) {
        String command = "./weir " + options + " --seed " + seed + " --out DIR";
        return new Plan(
                title, command, seed, order.stream().map(String::valueOf).toList(), choices);
    }
}
