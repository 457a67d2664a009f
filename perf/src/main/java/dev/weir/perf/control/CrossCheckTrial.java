package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.NginxOptions;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.Relay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs our generator and others in turns on one server process.
 *
 * <p>A client's own work counts in every latency it reports. Where the server takes a tenth of a millisecond that work
 * is a large part, and two right generators differ; the open load is therefore also laid through a {@link Relay} that
 * holds each request back, so that the same difference is a small part of what both must report.
 *
 * @param rounds pairs of each comparison
 */
public record CrossCheckTrial(
        ServerProcess server,
        Generator generator,
        Target target,
        int connections,
        double perSecond,
        int rounds,
        Duration length) {
    private static final String WRK = "wrk";
    private static final String OHA = "oha";
    private static final String NGINX = "nginx";
    private static final Duration TO_START = Duration.ofSeconds(5);
    private static final Duration PLANTED = Duration.ofMillis(5);
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final Duration TO_WARM_OPEN = Duration.ofSeconds(5);

    /**
     * Looks for what is compared with, before anything is started.
     *
     * @throws Tool.MissingToolException when it is not all installed
     */
    public static void requireTools() {
        List.of(WRK, OHA, NGINX).forEach(Tool::find);
    }

    private interface Side {
        Comparison.Figures run(InetSocketAddress address) throws IOException, InterruptedException;
    }

    /**
     * Writes {@code crosscheck.json} and {@code crosscheck.md}.
     *
     * @return whether every target was met
     */
    public boolean run(Duration warmUp, double lagPerSecond, Path root, Path directory)
            throws IOException, InterruptedException {
        Tool wrk = Tool.find(WRK);
        Tool oha = Tool.find(OHA);
        Side ourClosed = address -> Comparison.Figures.asWrk(load(address).closed(length), connections);
        Side wrkSide = address -> new Wrk(wrk, connections).run(address, target.path(), length);
        Side ourOpen = address -> Comparison.Figures.of(load(address)
                .open(Arrivals.constant(perSecond), TO_CONNECT, length)
                .recording());
        Side ohaSide = address -> new Wrk.Oha(oha, connections, perSecond).run(address, target.path(), length);
        List<String> versions = List.of(wrk.version(), oha.version());

        warmUp(warmUp);
        List<Comparison> comparisons = new ArrayList<>();
        comparisons.add(compare("Closed", WRK, true, server.address(), ourClosed, wrkSide));
        String open = "Open, %.0f requests/s".formatted(perSecond);
        comparisons.add(compare(open, OHA, false, server.address(), ourOpen, ohaSide));
        try (Relay relay = new Relay(generator, server.address())) {
            relay.delay(PLANTED);
            String late = open + " through a relay of %d ms".formatted(PLANTED.toMillis());
            comparisons.add(compare(late, OHA, true, relay.address(), ourOpen, ohaSide));
        }
        CrossCheck result = new CrossCheck(
                Instant.now().toString(),
                server.command(),
                versions,
                length.toSeconds(),
                connections,
                List.copyOf(comparisons),
                lag(lagPerSecond, root, directory));
        Output.write(directory, "crosscheck", result, result.markdown());
        return result.met();
    }

    /** The server, and ours on both ways; the others bring compiled code. */
    private void warmUp(Duration length) throws IOException, InterruptedException {
        Load load = load(server.address());
        load.closed(length);
        server.pin();
        load.open(Arrivals.constant(perSecond), TO_CONNECT, TO_WARM_OPEN).recording();
        server.collect();
        System.gc();
    }

    private Comparison compare(
            String what, String tool, boolean judged, InetSocketAddress address, Side ours, Side theirs)
            throws IOException, InterruptedException {
        List<Comparison.Pair> pairs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            System.out.println(what + ", beside " + tool + ": pair " + round + " of " + rounds);
            pairs.add(round % 2 == 1 ? oursFirst(address, ours, theirs) : theirsFirst(address, ours, theirs));
        }
        return new Comparison(what, tool, judged, List.copyOf(pairs));
    }

    private static Comparison.Pair oursFirst(InetSocketAddress address, Side ours, Side theirs)
            throws IOException, InterruptedException {
        Comparison.Figures first = ours.run(address);
        return new Comparison.Pair(first, theirs.run(address));
    }

    private static Comparison.Pair theirsFirst(InetSocketAddress address, Side ours, Side theirs)
            throws IOException, InterruptedException {
        Comparison.Figures first = theirs.run(address);
        return new Comparison.Pair(ours.run(address), first);
    }

    /** On nginx: a server that does not keep up would be measured, and not the generator. */
    private Load.Lag lag(double lagPerSecond, Path root, Path directory) throws IOException, InterruptedException {
        NginxOptions options = new NginxOptions(Cores.APART, root, 0, NginxOptions.UNLIMITED);
        try (Nginx nginx = Nginx.start(options, directory.resolve("nginx.log"))) {
            nginx.awaitReady(TO_START);
            Load.Lag.measure(load(nginx.address()), lagPerSecond, length);
            System.out.println("Scheduling lag at %.0f requests/s".formatted(lagPerSecond));
            return Load.Lag.measure(load(nginx.address()), lagPerSecond, length);
        }
    }

    private Load load(InetSocketAddress address) {
        return new Load(generator, new Target(address, target.path(), target.body()), connections);
    }

    /** What our generator and others say of the same server, and how late ours runs at a high rate. */
    record CrossCheck(
            String date,
            List<String> server,
            List<String> tools,
            long seconds,
            int connections,
            List<Comparison> comparisons,
            Load.Lag lag) {
        boolean met() {
            return lag.met() && comparisons.stream().allMatch(Comparison::met);
        }

        String markdown() {
            StringBuilder text = new StringBuilder("# Our generator beside others%n%n".formatted())
                    .append(
                            "%s; %s. Server, on core 0 once warm: `%s`. Generators on core 1, in turns (ABBA), %d s each, %d connections.%n"
                                    .formatted(
                                            date,
                                            String.join(", ", tools),
                                            String.join(" ", server),
                                            seconds,
                                            connections));
            comparisons.forEach(comparison -> text.append(comparison.markdown()));
            return text.append(lag.markdown()).toString();
        }
    }
}
