package dev.weir.perf.site;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.ServedFolder;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.SoapKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** One fault: what is done to a server, in words and as code, and what is measured and checked meanwhile. */
public record Storm(String title, String description, Run run) {
    /** Starts what it needs, does it, and collects what it finds. */
    @FunctionalInterface
    public interface Run {
        void of(Setting setting, Findings found) throws IOException, InterruptedException;
    }

    /** What is done to a server that runs. */
    @FunctionalInterface
    public interface Course {
        void run(Site site, Findings found) throws IOException, InterruptedException;
    }

    /** A storm on one server, which is started before it and closed after it. */
    public static Storm of(String title, String description, Function<Setting, Setup> setup, Course course) {
        return new Storm(title, description, (setting, found) -> {
            try (Site site = Site.open(setting, setup.apply(setting), found)) {
                course.run(site, found);
            }
        });
    }

    /** The same; the server does not depend on the sizes. */
    public static Storm of(String title, String description, Setup setup, Course course) {
        return of(title, description, _ -> setup, course);
    }

    /** Runs it. What breaks it off is an error of this storm, beside the figures that it had found so far. */
    public Findings.Found found(Setting setting) throws InterruptedException {
        Findings found = new Findings();
        try {
            run.of(setting, found);
        } catch (IOException | RuntimeException e) {
            System.err.printf("weir: %s %s broke off: %s%n", setting.part(), setting.contender(), e);
            found.error("it broke off: " + e);
        }
        return found.of(setting.part(), title, description, setting.contender().label());
    }

    /**
     * The server that a storm needs.
     *
     * @param options of its JVM beside the plan's, most of the form {@code -Dkey=value}
     */
    public record Setup(ServerPlan plan, List<String> options) {
        /** What the generator's limit of open files leaves. */
        private static final int MOST_CONNECTIONS = 19_000;

        private static final Duration CHUNK_TIME = Duration.ofMillis(250);
        private static final int THREADS = 200;

        private static Setup of(long rateBytes, int connections, Cores cores) {
            return new Setup(new ServerPlan(rateBytes, 0, CHUNK_TIME, THREADS, connections, cores, false), List.of());
        }

        /** On both cores; each client gets this rate, 0 for no limit, and as many downloads or streams as can be. */
        public static Setup shared(long rateBytes) {
            return shared(rateBytes, MOST_CONNECTIONS);
        }

        /** The same with so many downloads or streams for each client. */
        public static Setup shared(long rateBytes, int connections) {
            return of(rateBytes, connections, Cores.SHARED);
        }

        /** The same, alone on its core once it is warm. */
        public static Setup apart(long rateBytes, int connections) {
            return of(rateBytes, connections, Cores.APART);
        }

        /** Which also answers signed calls. */
        public Setup withCalls() {
            return new Setup(plan.withCalls(SoapKeys.ofThisRun()), options);
        }

        public Setup withPerAddress(int connections) {
            return new Setup(plan.withPerAddress(connections), options);
        }

        public Setup with(String... jvmOptions) {
            return new Setup(
                    plan, Stream.concat(options.stream(), Stream.of(jvmOptions)).toList());
        }
    }

    /**
     * Which storm runs on which contender, with what.
     *
     * @param part the storm's name
     * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
     * @param out where servers' logs go
     * @param ownCore whether the generator has a core for itself
     */
    public record Setting(
            String part,
            Contender contender,
            Path modules,
            ServedFolder folder,
            Path out,
            boolean ownCore,
            Sizes sizes) {
        /** How many clients, requests or seconds each storm takes, as the command line has it. Written by picocli, then only read. */
        public static final class Sizes {
            @Option(
                    names = "--downloads",
                    description = "of change, beside and leaving; default: ${DEFAULT-VALUE}",
                    defaultValue = "5000")
            public int downloads;

            @Option(names = "--cancels", description = "of cancel; default: ${DEFAULT-VALUE}", defaultValue = "10000")
            public int cancels;

            @Option(
                    names = "--addresses",
                    description = "of addresses; default: ${DEFAULT-VALUE}",
                    defaultValue = "1000000")
            public int addresses;

            @Option(names = "--subscribers", description = "of push; default: ${DEFAULT-VALUE}", defaultValue = "19000")
            public int subscribers;

            @Option(
                    names = "--seconds",
                    description = "of push and replace; default: ${DEFAULT-VALUE}",
                    defaultValue = "60")
            public int seconds;

            @Option(
                    names = "--returning",
                    description = "of return, and a fourth of them of stalled; default: ${DEFAULT-VALUE}",
                    defaultValue = "10000")
            public int returning;

            @Option(names = "--streams", description = "of streams; default: ${DEFAULT-VALUE}", defaultValue = "100000")
            public int streams;

            @Option(
                    names = "--sockets",
                    description = "of those who attack; default: ${DEFAULT-VALUE}",
                    defaultValue = "5000")
            public int sockets;

            @Option(
                    names = "--messages",
                    description = "of sequential, and of names; default: ${DEFAULT-VALUE}",
                    defaultValue = "2500")
            public int messages;

            @Option(names = "--minutes", description = "of everything; default: ${DEFAULT-VALUE}", defaultValue = "60")
            public int minutes;
        }
    }
}
