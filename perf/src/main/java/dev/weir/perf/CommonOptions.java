package dev.weir.perf;

import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every kind of run can be told. */
final class CommonOptions {
    /** Short enough to be typed again. */
    private static final long SEEDS = 1_000_000;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "folder of the report; a run that was interrupted there goes on")
    Path out = Path.of("");

    @Option(names = "--seed", description = "of every random choice; default: that of the run to go on with, or any")
    private @Nullable Long seed;

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder of the modules, with <module>/target/<module>.jar; default: where perf.jar lies")
    Path jars = ModulesFolder.find();

    @Option(
            names = "--other-jars",
            paramLabel = "DIR",
            description = "the same of another build, for <contender>@other")
    Path otherJars = ModulesFolder.find();

    /** The one that was given, or any. */
    long seed() {
        return seed == null ? ThreadLocalRandom.current().nextLong(SEEDS) : seed;
    }

    boolean hasSeed() {
        return seed != null;
    }
}
