package dev.weir.perf;

import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every run of trials can be told. */
final class CommonOptions extends FolderOptions {
    /** Short enough to be typed again. */
    private static final long SEEDS = 1_000_000;

    @Option(names = "--seed", description = "of every random choice; default: that of the run to go on with, or any")
    private @Nullable Long seed;

    @Option(
            names = "--other-jars",
            paramLabel = "DIR",
            description = "the same of another build, for <contender>@other")
    Path otherJars = modules();

    /** The one that was given, or any. */
    long seed() {
        return seed == null ? ThreadLocalRandom.current().nextLong(SEEDS) : seed;
    }

    boolean hasSeed() {
        return seed != null;
    }
}
