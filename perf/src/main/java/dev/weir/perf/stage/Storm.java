package dev.weir.perf.stage;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
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

/** An overload or a fault. It has a text for the report, and code that causes it and checks the server. */
public record Storm(String title, String description, Run run) {
    public interface Run {
        void of(Setting setting, Checks checks) throws IOException, InterruptedException;
    }

    public interface Course {
        void run(Stage stage, Checks checks) throws IOException, InterruptedException;
    }

    public static Storm of(String title, String description, Function<Setting, Setup> setup, Course course) {
        return new Storm(title, description, (setting, checks) -> {
            try (Stage stage = Stage.open(setting, setup.apply(setting), checks)) {
                course.run(stage, checks);
            }
        });
    }

    public static Storm of(String title, String description, Setup setup, Course course) {
        return of(title, description, _ -> setup, course);
    }

    /** Runs the storm. An exception becomes an error of the storm, and the checks made before it stay. */
    public Checks.Found found(Setting setting) throws InterruptedException {
        Checks checks = new Checks();
        try {
            run.of(setting, checks);
        } catch (IOException | RuntimeException e) {
            System.err.printf("weir: %s %s broke off: %s%n", setting.part(), setting.contender(), e);
            checks.error("it broke off: " + e);
        }
        return checks.of(setting.part(), title, description, setting.contender().label());
    }

    /** The server that a storm needs, with JVM options besides those of the plan. */
    public record Setup(ServerPlan plan, List<String> options) {
        /** Stays below the generator's limit of open files. */
        private static final int MOST_CONNECTIONS = 19_000;

        private static final Duration CHUNK_TIME = Duration.ofMillis(250);

        private static Setup of(long rateBytes, int connections, Cores cores) {
            return new Setup(
                    new ServerPlan(rateBytes, 0, CHUNK_TIME, ServerPlan.POOL, connections, cores, false), List.of());
        }

        /** Server and generator share both cores. Each client has this rate, or 0 for no limit. */
        public static Setup shared(long rateBytes) {
            return shared(rateBytes, MOST_CONNECTIONS);
        }

        public static Setup shared(long rateBytes, int connections) {
            return of(rateBytes, connections, Cores.SHARED);
        }

        /** The server runs alone on a core once it is warm. */
        public static Setup apart(long rateBytes, int connections) {
            return of(rateBytes, connections, Cores.APART);
        }

        public Setup withCalls() {
            return new Setup(plan.withCalls(SoapKeys.ofThisRun()), options);
        }

        public Setup withPerAddress(int connections) {
            return new Setup(plan.withPerAddress(connections), options);
        }

        ServerProcess start(Setting setting, Path log) throws IOException {
            String[] all = with("-Dweir.trusted-proxies=127.0.0.1").options.toArray(String[]::new);
            Contender contender = setting.contender();
            return plan.start(contender, contender.jar(setting.modules()), setting.folder(), log, all);
        }

        public Setup with(String... jvmOptions) {
            return new Setup(
                    plan, Stream.concat(options.stream(), Stream.of(jvmOptions)).toList());
        }
    }

    /**
     * A contender to run a storm on, with its jars, files and sizes.
     *
     * @param modules the folder with {@code <module>/target/<module>.jar}
     * @param ownCore whether the generator runs alone on a core
     */
    public record Setting(
            String part,
            Contender contender,
            Path modules,
            ServedFolder folder,
            Path out,
            boolean ownCore,
            Sizes sizes) {
        /** Numbers of clients, requests or seconds for each storm, which picocli sets. */
        public static final class Sizes {
            @Option(names = "--downloads", description = "in change, beside, leaving" + DEFAULT, defaultValue = "5000")
            public int downloads;

            @Option(names = "--cancels", description = "in cancel" + DEFAULT, defaultValue = "10000")
            public int cancels;

            @Option(names = "--addresses", description = "in addresses" + DEFAULT, defaultValue = "1000000")
            public int addresses;

            @Option(names = "--subscribers", description = "in push" + DEFAULT, defaultValue = "19000")
            public int subscribers;

            @Option(names = "--seconds", description = "in push and replace" + DEFAULT, defaultValue = "60")
            public int seconds;

            @Option(
                    names = "--returning",
                    description = "subscribers in return; stalled has a fourth of them" + DEFAULT,
                    defaultValue = "10000")
            public int returning;

            @Option(names = "--streams", description = "in streams" + DEFAULT, defaultValue = "100000")
            public int streams;

            @Option(names = "--sockets", description = "of attackers" + DEFAULT, defaultValue = "5000")
            public int sockets;

            @Option(names = "--messages", description = "in sequential and names" + DEFAULT, defaultValue = "2500")
            public int messages;

            @Option(names = "--minutes", description = "in everything" + DEFAULT, defaultValue = "60")
            public int minutes;

            private static final String DEFAULT = "; default: ${DEFAULT-VALUE}";
        }
    }
}
