package dev.weir.resilience.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** A stress test. It checks that a server keeps its contract under an overload, an attack or a fault, and recovers. */
public record Storm(String title, String description, Course course) {
    /** The usual limit on a server's connections, below the load generator's limit on open files. */
    private static final int MOST_CONNECTIONS = 19_000;

    interface Course {
        void run(Stage stage, Checks checks) throws IOException, InterruptedException;
    }

    /** Configures a server that shares both cores with the load generator. A rate limit of 0 means no limit. */
    static ServerPlan shared(long rateBytes) {
        return shared(rateBytes, MOST_CONNECTIONS);
    }

    static ServerPlan shared(long rateBytes, int connections) {
        return plan(rateBytes, connections, Cores.SHARED);
    }

    static ServerPlan apart(long rateBytes, int connections) {
        return plan(rateBytes, connections, Cores.APART);
    }

    private static ServerPlan plan(long rateBytes, int connections, Cores cores) {
        return new ServerPlan(rateBytes, 0, Duration.ofMillis(250), ServerPlan.POOL, connections, cores)
                .with("-Dweir.trusted-proxies=127.0.0.1");
    }

    private Checks.Found found(Setting setting) throws InterruptedException {
        Checks checks = new Checks();
        try (Stage stage = new Stage(setting, checks)) {
            course.run(stage, checks);
        } catch (IOException | RuntimeException e) {
            Cleanup.awaitEnd();
            System.err.printf("weir: %s %s broke off: %s%n", setting.part(), setting.contender(), e);
            checks.error("the storm broke off: " + e);
        }
        return checks.of(setting.part(), title, description, setting.contender().label());
    }

    /** Runs each stress test on each server. Rewrites the report after each. Returns whether all targets are met. */
    public static boolean run(List<StormType> storms, List<Contender> contenders, Path modules, Path out, Sizes sizes)
            throws IOException, InterruptedException {
        boolean pinned = Cores.APART.pinGenerator();
        Files.createDirectories(out);
        Environment environment = Environment.capture(pinned, Map.of());
        ServedFolder folder = ServedFolder.open();
        List<Checks.Found> all = new ArrayList<>();
        boolean met = false;
        for (StormType type : storms) {
            for (Contender contender : contenders) {
                all.add(type.storm.found(new Setting(type.toString(), contender, modules, folder, out, pinned, sizes)));
                met = CheckReport.of("Storms: overload, faults and attacks", environment, all)
                        .write(out, "storms");
            }
        }
        return met;
    }

    record Setting(
            String part,
            Contender contender,
            Path modules,
            ServedFolder folder,
            Path out,
            boolean ownCore,
            Sizes sizes) {}

    public enum StormType {
        CHANGE(RateStorms.CHANGE),
        CANCEL(RateStorms.CANCEL),
        BESIDE(BesideStorms.DOWNLOADS),
        CALLS(CallStorm.STORM),
        ADDRESSES(AddressStorms.TABLE),
        PUSH(BesideStorms.PUSH),
        RETURN(StreamStorms.comeBack()),
        STALLED(StreamStorms.stalled()),
        STREAMS(StreamStorms.multiplexed()),
        LEAVING(LeavingStorms.leaving()),
        SEQUENTIAL(AddressStorms.sequential()),
        SLOWHEADS(SlowStorms.HEADS),
        SLOWBODIES(SlowStorms.BODY_SENDERS),
        SLOWREADERS(SlowStorms.READERS),
        ADDRESS(SlowStorms.ONE_ADDRESS),
        NAMES(SoapStorms.names()),
        SOAPBODIES(SoapStorms.slowBodies()),
        KILL(EndStorms.kill()),
        TERM(EndStorms.term()),
        ROOT(EndStorms.root()),
        RESET(RequestStorms.reset()),
        LOGS(RequestStorms.logs()),
        EVERYTHING(EverythingStorm.STORM),
        HEAP(ResourceStorms.heap()),
        DESCRIPTORS(ResourceStorms.descriptors()),
        REPLACE(LeavingStorms.replace()),
        DISK(ResourceStorms.disk()),
        CLOCK(ResourceStorms.clock());

        private final Storm storm;

        StormType(Storm storm) {
            this.storm = storm;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

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

        @Option(names = "--sockets", description = "connections of attackers" + DEFAULT, defaultValue = "5000")
        public int sockets;

        @Option(names = "--messages", description = "in sequential and names" + DEFAULT, defaultValue = "2500")
        public int messages;

        @Option(names = "--minutes", description = "in everything" + DEFAULT, defaultValue = "60")
        public int minutes;

        private static final String DEFAULT = "; default: ${DEFAULT-VALUE}";
    }
}
