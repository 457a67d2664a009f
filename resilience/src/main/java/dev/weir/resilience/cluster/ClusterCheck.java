package dev.weir.resilience.cluster;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** A test of several servers (nodes) that share one Redis, under load. Starts and ends all these processes. */
public record ClusterCheck(String title, String description, Course course) {
    /** The steps of a check. Runs on the calling thread, and blocks until all results are in {@code checks}. */
    interface Course {
        void run(Nodes nodes, Checks checks) throws IOException, InterruptedException;
    }

    public enum Part {
        COPIES(CopyCheck.COPIES),
        STREAMS(StreamChecks.STREAMS),
        KILL(StreamChecks.KILL),
        RESTART(StreamChecks.RESTART),
        REDIS(RedisCheck.REDIS),
        CPU(CpuCheck.CPU),
        RATES(RateCheck.RATES);

        private final ClusterCheck check;

        Part(ClusterCheck check) {
            this.check = check;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Setting(
            Part part,
            List<Contender> kinds,
            Path modules,
            ServedFolder folder,
            Path out,
            boolean ownCore,
            Sizes sizes) {}

    /** Runs each part of the check, and rewrites the report after each part. Returns whether all targets are met. */
    public static boolean run(List<Part> parts, List<Contender> kinds, Path modules, Path out, Sizes sizes)
            throws IOException, InterruptedException {
        boolean pinned = Cores.SHARED.pinGenerator();
        Files.createDirectories(out);
        boolean apart = pinned && parts.stream().allMatch(part -> part == Part.CPU);
        Environment environment = Environment.capture(apart, Map.of());
        ServedFolder folder = ServedFolder.open();
        List<Checks.Found> all = new ArrayList<>();
        boolean met = false;
        for (Part part : parts) {
            all.add(part.check.found(new Setting(part, kinds, modules, folder, out, pinned, sizes)));
            met = CheckReport.of("Several nodes on one Redis", environment, all).write(out, "cluster");
        }
        return met;
    }

    private Checks.Found found(Setting setting) throws InterruptedException {
        Checks checks = new Checks();
        try (Nodes nodes = new Nodes(setting, checks)) {
            course.run(nodes, checks);
        } catch (IOException | RuntimeException e) {
            Cleanup.awaitEnd();
            System.err.printf("weir: %s broke off: %s%n", setting.part(), e);
            checks.error("the check broke off: " + e);
        }
        String kinds = setting.kinds().stream().map(Contender::label).collect(Collectors.joining(" and "));
        return checks.of(setting.part().toString(), title, description, kinds);
    }

    public static final class Sizes {
        @Option(names = "--rounds", description = "messages in copies" + DEFAULT, defaultValue = "1000")
        public int rounds;

        @Option(names = "--subscribers", description = "in streams" + DEFAULT, defaultValue = "30000")
        public int subscribers;

        @Option(names = "--events", description = "in streams" + DEFAULT, defaultValue = "30")
        public int events;

        @Option(names = "--returning", description = "subscribers in kill" + DEFAULT, defaultValue = "10000")
        public int returning;

        @Option(names = "--resuming", description = "subscribers in restart" + DEFAULT, defaultValue = "1000")
        public int resuming;

        @Option(names = "--outage", description = "seconds of each fault in redis" + DEFAULT, defaultValue = "30")
        public int outage;

        @Option(names = "--downloads", description = "in cpu" + DEFAULT, defaultValue = "1000")
        public int downloads;

        @Option(
                names = "--pairs",
                description = "pairs of servers to measure for each kind, in cpu" + DEFAULT,
                defaultValue = "4")
        public int pairs;

        private static final String DEFAULT = "; default: ${DEFAULT-VALUE}";
    }
}
