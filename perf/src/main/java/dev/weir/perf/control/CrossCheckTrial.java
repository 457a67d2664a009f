package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.Relay;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Loads one server with this project's load generator, with wrk and with oha, and compares their results. */
public record CrossCheckTrial(ServerProcess server, Load load) {
    private static final double RATE = 1_000;
    private static final double LAG_RATE = 10_000;
    private static final int ROUNDS = 5;
    private static final Duration LENGTH = Duration.ofSeconds(10);
    private static final String WRK = "wrk";
    private static final String OHA = "oha";
    private static final Duration PLANTED = Duration.ofMillis(5);
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final double MOST_LAG_MICROS = 1000;
    private static final double LAG_RATE_MARGIN = 0.01;

    public static void requireTools() {
        List.of(WRK, OHA, "nginx").forEach(Tool::find);
    }

    private interface Side {
        ToolComparison.LatencySummary run(InetSocketAddress address) throws IOException, InterruptedException;
    }

    public String run(Path root, Path directory, Checks checks) throws IOException, InterruptedException {
        Tool wrk = Tool.find(WRK);
        Tool oha = Tool.find(OHA);
        String path = load.target().path();
        int connections = load.connections();
        Side ourClosed =
                address -> ToolComparison.LatencySummary.asWrk(load.at(address).closed(LENGTH), connections);
        Side wrkSide = address -> new Tool.Wrk(wrk, connections).run(address, path, LENGTH);
        Side ourOpen = address -> ToolComparison.LatencySummary.of(load.at(address)
                .open(Arrivals.constant(RATE), TO_CONNECT, LENGTH)
                .recording());
        Side ohaSide = address -> new Tool.Oha(oha, connections, RATE).run(address, path, LENGTH);

        warmUp();
        compare("Closed", WRK, true, server.address(), ourClosed, wrkSide).addTo(checks);
        String open = "Open, %.0f requests/s".formatted(RATE);
        compare(open, OHA, false, server.address(), ourOpen, ohaSide).addTo(checks);
        try (Relay relay = new Relay(load.generator(), server.address(), PLANTED)) {
            String late = open + " through a relay of %d ms".formatted(PLANTED.toMillis());
            compare(late, OHA, true, relay.address(), ourOpen, ohaSide).addTo(checks);
        }
        Nginx.Options options = new Nginx.Options(Cores.APART, root, 0, false);
        try (Nginx nginx = Nginx.start(options, directory.resolve("nginx.log"))) {
            nginx.awaitReady(Duration.ofSeconds(5));
            lag(nginx.address(), new Checks());
            lag(nginx.address(), checks);
        }
        return """
            The generators take turns (ABBA) of %d s with %d connections. The other generators are %s and %s. Under \
            the open-loop load, ours must agree with %s only through the relay, because without it a response is \
            largely the clients' own work. Our latencies count from the planned instant and contain a late wake-up of \
            our timer. Those of oha count from its timer's wake-up and contain oha's own work until it sends. The \
            scheduling lag of our generator is measured with Poisson arrivals on nginx, because a slower server would \
            limit the rate.\
            """.formatted(LENGTH.toSeconds(), load.connections(), wrk.version(), oha.version(), OHA);
    }

    private void warmUp() throws IOException, InterruptedException {
        load.closed(Duration.ofSeconds(15));
        server.pin();
        load.open(Arrivals.constant(RATE), TO_CONNECT, Duration.ofSeconds(5)).recording();
        server.collect();
        System.gc();
    }

    private ToolComparison compare(
            String what, String tool, boolean judged, InetSocketAddress address, Side ours, Side theirs)
            throws IOException, InterruptedException {
        List<ToolComparison.Pair> pairs = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            System.out.println(what + ", beside " + tool + ": pair " + round + " of " + ROUNDS);
            boolean oursFirst = round % 2 == 1;
            ToolComparison.LatencySummary first = (oursFirst ? ours : theirs).run(address);
            ToolComparison.LatencySummary second = (oursFirst ? theirs : ours).run(address);
            pairs.add(oursFirst ? new ToolComparison.Pair(first, second) : new ToolComparison.Pair(second, first));
        }
        return new ToolComparison(what, tool, judged, List.copyOf(pairs));
    }

    private void lag(InetSocketAddress address, Checks checks) throws IOException, InterruptedException {
        Generator generator = load.generator();
        generator.poll(true);
        Load.Running running = load.at(address).open(Arrivals.poisson(LAG_RATE, 10_000), TO_CONNECT, LENGTH);
        Window.SchedulingLag lag = Window.SchedulingLag.probe(generator, running.window());
        double before = Watch.busySeconds(generator);
        long beforeNanos = System.nanoTime();
        RequestRecorder.RequestRecording recording = running.recording();
        generator.poll(false);
        double core = (Watch.busySeconds(generator) - before) * 1e9 / (System.nanoTime() - beforeNanos);
        Histogram micros = generator.ask(lag::micros);
        String at = "Lag at %.0f requests/s: ".formatted(LAG_RATE);
        checks.measured(at + "p50", micros.getValueAtPercentile(50), "us");
        checks.atMost(at + "p99", micros.getValueAtPercentile(99), MOST_LAG_MICROS, "us");
        checks.measured(at + "max", micros.getMaxValue(), "us");
        checks.between(
                at + "answered",
                recording.answeredPerSecond(),
                LAG_RATE * (1 - LAG_RATE_MARGIN),
                LAG_RATE * (1 + LAG_RATE_MARGIN),
                "requests/s");
        checks.exactly(at + "lost", ToolComparison.LatencySummary.of(recording).errors(), 0);
        checks.measured(at + "CPU of the generator's core", core * 100, "%");
        checks.measured(at + "response p50", recording.responseMicros().getValueAtPercentile(50), "us");
        checks.measured(at + "response p99", recording.responseMicros().getValueAtPercentile(99), "us");
        checks.measured(at + "service p50", recording.serviceMicros().getValueAtPercentile(50), "us");
    }
}
