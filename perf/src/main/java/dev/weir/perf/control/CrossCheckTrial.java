package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.Proc;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.site.Findings;
import dev.weir.perf.trial.Relay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Runs our generator and others in turns on one server process.
 *
 * <p>A client's own work counts in every latency it reports. Where the server takes a tenth of a millisecond that work
 * is a large part, and two right generators differ; the open load is therefore also laid through a {@link Relay} that
 * holds each request back, so that the same difference is a small part of what both must report.
 *
 * @param rounds pairs of each comparison
 * @param lagPerSecond requests at which the generator's own lag is measured
 * @param root folder of served files
 */
public record CrossCheckTrial(
        ServerProcess server,
        Load load,
        double perSecond,
        int rounds,
        Duration length,
        double lagPerSecond,
        Path root) {
    private static final String WRK = "wrk";
    private static final String OHA = "oha";
    private static final String NGINX = "nginx";
    private static final Duration TO_START = Duration.ofSeconds(5);
    private static final Duration PLANTED = Duration.ofMillis(5);
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final Duration TO_WARM_OPEN = Duration.ofSeconds(5);
    private static final double MOST_LAG_MICROS = 1000;
    private static final double LAG_RATE_MARGIN = 0.01;
    private static final long LAG_SEED = 10_000;

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

    /** What is done, for the reader. */
    public String description() throws IOException, InterruptedException {
        return """
            Generators in turns (ABBA), %d s each, %d connections; %s, %s. The open load beside %s is not judged without \
            the relay: so short a response is largely the clients' own work. Ours counts from the plan, so a timer that \
            wakes it late is part of it; oha counts from when its timer has woken it, and its own way from there to the \
            socket is part of it. The scheduling lag is that of our generator with Poisson arrivals, on nginx: a server \
            that does not keep up would be measured, and not the generator.\
            """.formatted(
                        length.toSeconds(),
                        load.connections(),
                        Tool.find(WRK).version(),
                        Tool.find(OHA).version(),
                        OHA);
    }

    /** Takes all turns, on a server that gets warm for so long before; the directory is that of logs. */
    public void run(Duration warmUp, Path directory, Findings found) throws IOException, InterruptedException {
        Tool wrk = Tool.find(WRK);
        Tool oha = Tool.find(OHA);
        String path = load.target().path();
        int connections = load.connections();
        Side ourClosed = address -> Comparison.Figures.asWrk(load.at(address).closed(length), connections);
        Side wrkSide = address -> new Tool.Wrk(wrk, connections).run(address, path, length);
        Side ourOpen = address -> Comparison.Figures.of(load.at(address)
                .open(Arrivals.constant(perSecond), TO_CONNECT, length)
                .recording());
        Side ohaSide = address -> new Tool.Oha(oha, connections, perSecond).run(address, path, length);

        warmUp(warmUp);
        compare("Closed", WRK, true, server.address(), ourClosed, wrkSide).addTo(found);
        String open = "Open, %.0f requests/s".formatted(perSecond);
        compare(open, OHA, false, server.address(), ourOpen, ohaSide).addTo(found);
        try (Relay relay = new Relay(load.generator(), server.address())) {
            relay.delay(PLANTED);
            String late = open + " through a relay of %d ms".formatted(PLANTED.toMillis());
            compare(late, OHA, true, relay.address(), ourOpen, ohaSide).addTo(found);
        }
        Nginx.Options options = new Nginx.Options(Cores.APART, root, 0, Nginx.Options.UNLIMITED);
        try (Nginx nginx = Nginx.start(options, directory.resolve("nginx.log"))) {
            nginx.awaitReady(TO_START);
            lag(nginx.address(), new Findings());
            lag(nginx.address(), found);
        }
    }

    /** The server, and ours on both ways; the others bring compiled code. */
    private void warmUp(Duration length) throws IOException, InterruptedException {
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
            boolean oursFirst = round % 2 == 1;
            Comparison.Figures first = (oursFirst ? ours : theirs).run(address);
            Comparison.Figures second = (oursFirst ? theirs : ours).run(address);
            pairs.add(oursFirst ? new Comparison.Pair(first, second) : new Comparison.Pair(second, first));
        }
        return new Comparison(what, tool, judged, List.copyOf(pairs));
    }

    /** How late our generator's loop is at a high rate, and what of its core that takes. */
    private void lag(InetSocketAddress address, Findings found) throws IOException, InterruptedException {
        Generator generator = load.generator();
        generator.poll(true);
        Load.Running running = load.at(address).open(Arrivals.poisson(lagPerSecond, LAG_SEED), TO_CONNECT, length);
        Window.SchedulingLag lag = generator.ask(() -> Window.SchedulingLag.probe(generator, running.window()));
        double before = busySeconds(generator);
        long beforeNanos = System.nanoTime();
        RequestRecorder.RequestRecording recording = running.recording();
        generator.poll(false);
        double core = (busySeconds(generator) - before) * 1e9 / (System.nanoTime() - beforeNanos);
        Histogram micros = generator.ask(lag::micros);
        String at = "Lag at %.0f requests/s: ".formatted(lagPerSecond);
        found.measured(at + "p50", micros.getValueAtPercentile(50), "us");
        found.atMost(at + "p99", micros.getValueAtPercentile(99), MOST_LAG_MICROS, "us");
        found.measured(at + "max", micros.getMaxValue(), "us");
        found.between(
                at + "answered",
                recording.answeredPerSecond(),
                lagPerSecond * (1 - LAG_RATE_MARGIN),
                lagPerSecond * (1 + LAG_RATE_MARGIN),
                "requests/s");
        found.exactly(at + "lost", Comparison.Figures.of(recording).errors(), 0);
        found.measured(at + "of the generator's core", core * 100, "%");
        found.measured(at + "response p50", recording.responseMicros().getValueAtPercentile(50), "us");
        found.measured(at + "response p99", recording.responseMicros().getValueAtPercentile(99), "us");
        found.measured(at + "service p50", recording.serviceMicros().getValueAtPercentile(50), "us");
    }

    /** What this process used, without what it used to ask in vain. */
    private static double busySeconds(Generator generator) throws IOException, InterruptedException {
        return Proc.ownCpuSeconds() - generator.ask(generator::idleSeconds);
    }
}
