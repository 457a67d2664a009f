package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.Entrant.Twist;
import dev.weir.perf.result.Archive;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.trial.AotCache;
import java.io.IOException;
import java.nio.file.Files;
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

/** The command-line options for the results folder and for the folder that contains the servers' jars. */
public class FolderOptions {
    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            converter = Values.OutputFolder.class,
            description = "folder of the report; continues a run")
    protected Path out = Path.of("");

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            converter = Values.ExistingFolder.class,
            description = "folder of the built project or of a release's jars; default: this program's")
    protected Path jars = modules();

    /** Returns the folder of the project or release that contains this program's jar, or else the working directory. */
    public static Path modules() {
        Path jar = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
        Path project = jar.resolve("../../..").normalize();
        if (Files.exists(project.resolve(Path.of("perf", "target", "perf.jar")))) {
            return project;
        }
        Path beside = jar.resolveSibling(""); // in a release the jars lie together
        return Files.exists(beside.resolve("perf.jar")) ? beside : Path.of("").toAbsolutePath();
    }

    protected final void requireJars(List<Contender> contenders) {
        contenders.forEach(contender -> requireJar(contender, jars));
    }

    static void requireJar(Contender contender, Path modules) {
        if (!contender.hasJar()) {
            throw new BadUsageException(contender + " takes part in compare only");
        }
        Path jar = contender.jar(modules);
        if (!Files.isReadable(jar)) {
            throw new BadUsageException("there is no " + jar + ": build the project, or name its folder with --jars");
        }
    }

    static final class RunOptions extends FolderOptions {
        static final String NO_CACHE =
                "no AOT cache of the built jar; ./weir reactive or ./weir servlet makes it when it starts the server";

        /** The options that {@link #command} omits: folders, the seed, and those without effect on results. */
        private static final Set<String> OMITTED =
                Set.of("--out", "--seed", "--jars", "--other-jars", "--watch", "--help", "--version");

        @Option(names = "--seed", description = "for all random choices; default: that of the run in DIR, or random")
        private @Nullable Long seed;

        @Option(
                names = "--other-jars",
                paramLabel = "DIR",
                converter = Values.ExistingFolder.class,
                description = "project of another build, for NAME@other")
        Path otherJars = modules();

        @Spec(Spec.Target.MIXEE)
        private @Nullable CommandSpec spec;

        void require(Entrant entrant) {
            switch (entrant.contender()) {
                case NGINX -> require(Nginx.installed().isPresent(), Nginx.availability());
                case NCHAN -> require(Nginx.hasNchan(), Nginx.nchan());
                case JOINED -> {} // the run tries its command first
                default -> requireJar(entrant.contender(), entrant.twist() == Twist.OTHER ? otherJars : jars);
            }
            if (entrant.twist() == Twist.AOT) {
                require(hasCache(entrant.contender(), jars), entrant.contender() + ": " + NO_CACHE);
            }
        }

        static boolean hasCache(Contender contender, Path jars) {
            Path built = contender.jar(jars);
            return AotCache.of(built).fits(built);
        }

        private static void require(boolean installed, String availability) {
            if (!installed) {
                throw new BadUsageException(availability);
            }
        }

        /** Returns a command line to repeat this run. Omits the seed, folders, {@code --watch} and default values. */
        String command() {
            CommandSpec command = Objects.requireNonNull(spec, "picocli has parsed no command");
            return command.options().stream()
                    .filter(option -> !OMITTED.contains(option.longestName()))
                    .flatMap(RunOptions::text)
                    .collect(Collectors.joining(" ", "./weir " + command.name() + " ", ""));
        }

        /** Throws if the user gave other options than {@code --out}, {@code --jars} and the one in {@code only}. */
        void allow(String only) {
            CommandSpec command = Objects.requireNonNull(spec, "picocli has parsed no command");
            command.commandLine().getParseResult().matchedOptions().stream()
                    .map(OptionSpec::longestName)
                    .filter(name -> !Set.of(only, "--out", "--jars").contains(name))
                    .findFirst()
                    .ifPresent(name -> {
                        throw new BadUsageException(only + " runs fixed comparisons, so it does not take " + name);
                    });
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
                    ? values.stream().map(one -> name + "='" + one.toString().replace("'", "'\\''") + "'")
                    : Stream.of(joined.equals("true") ? name : name + " " + joined);
        }

        long seed(Archive archive) throws IOException {
            if (seed != null) {
                return seed;
            }
            return archive.hasPlan()
                    ? archive.plan().seed()
                    : ThreadLocalRandom.current().nextLong(1_000_000);
        }
    }
}
