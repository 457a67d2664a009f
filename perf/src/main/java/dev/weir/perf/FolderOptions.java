package dev.weir.perf;

import dev.weir.perf.result.Archive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

        /** They choose no trial, or are written otherwise. */
        private static final Set<String> OF_FOLDERS =
                Set.of("--out", "--seed", "--jars", "--other-jars", "--help", "--version");

        @Option(
                names = "--seed",
                description = "of all random choices; default: that of the run in DIR, or a random one")
        private @Nullable Long seed;

        @Option(
                names = "--other-jars",
                paramLabel = "DIR",
                description = "the same folder of another build, for <contender>@other")
        Path otherJars = modules();

        @Spec(Spec.Target.MIXEE)
        private @Nullable CommandSpec spec;

        /** The command that makes the same plan again with the same seed: all options that differ from their defaults. */
        String command() {
            CommandSpec command = Objects.requireNonNull(spec, "picocli has parsed no command");
            return command.options().stream()
                    .filter(option -> !OF_FOLDERS.contains(option.longestName()))
                    .flatMap(RunOptions::text)
                    .collect(Collectors.joining(" ", "./weir " + command.name() + " ", ""));
        }

        private static Stream<String> text(OptionSpec option) {
            String name = option.longestName();
            Object value = option.getValue();
            List<?> values = value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
            String joined = values.stream().map(String::valueOf).collect(Collectors.joining(","));
            if (joined.isEmpty() || joined.equals("false") || joined.equals(option.defaultValue())) {
                return Stream.empty();
            }
            return option.splitRegex().isEmpty() && value instanceof List<?>
                    ? values.stream().map(one -> name + "='" + one + "'")
                    : Stream.of(joined.equals("true") ? name : name + " " + joined);
        }

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
