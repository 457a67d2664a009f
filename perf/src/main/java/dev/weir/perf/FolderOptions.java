package dev.weir.perf;

import dev.weir.perf.result.Archive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the folder of the results and the folder of the servers' jars. */
class FolderOptions {
    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "folder of the report; an interrupted run of trials in it is continued")
    Path out = Path.of("");

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder with <module>/target/<module>.jar; default: the project of this perf.jar")
    Path jars = modules();

    /** The folder two above this jar, or the working directory. {@code java -jar} sets the class path to the jar alone. */
    private static Path modules() {
        Path here = Path.of("").toAbsolutePath();
        Path running = here.resolve(System.getProperty("java.class.path"));
        return running.endsWith(Path.of("perf", "target", "perf.jar"))
                ? running.resolve("../../..").normalize()
                : here;
    }

    /** The options of every run of trials. */
    static final class RunOptions extends FolderOptions {
        /** Small enough to be typed again. */
        private static final long SEEDS = 1_000_000;

        @Option(
                names = "--seed",
                description = "of all random choices; default: that of the run in DIR, or a random one")
        private @Nullable Long seed;

        @Option(
                names = "--other-jars",
                paramLabel = "DIR",
                description = "the same folder of another build, for <contender>@other")
        Path otherJars = modules();

        /** The seed of the option, of the run that this folder holds, or a random one. */
        long seed(Archive archive) throws IOException {
            if (seed != null) {
                return seed;
            }
            return archive.hasPlan()
                    ? archive.plan().seed()
                    : ThreadLocalRandom.current().nextLong(SEEDS);
        }
    }
}
