package dev.weir.crosscheck;

import dev.weir.crosscheck.ToolComparison.Pairing;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Relay;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Loads one server with this project's load generator, with wrk and with oha, and compares their results. */
public record CrossCheckTrial(ServerProcess server, Load load) {
    static final double RATE = 1_000;
    private static final Duration LENGTH = Duration.ofSeconds(10);
    static final String WRK = "wrk";
    static final String OHA = "oha";
    static final Duration PLANTED = Duration.ofMillis(5);
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);

    public static void requireTools() {
        List.of(WRK, OHA).forEach(Tool::find);
    }

    private interface Side {
        ToolComparison.LatencySummary run(InetSocketAddress address) throws IOException, InterruptedException;
    }

    public String run(Checks checks) throws IOException, InterruptedException {
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
        compare(Pairing.CLOSED, server.address(), ourClosed, wrkSide).addTo(checks);
        compare(Pairing.OPEN, server.address(), ourOpen, ohaSide).addTo(checks);
        try (Relay relay = new Relay(load.generator(), server.address(), PLANTED)) {
            compare(Pairing.DELAYED, relay.address(), ourOpen, ohaSide).addTo(checks);
        }
        return """
            The generators take turns (ABBA) of %d s with %d connections. The other generators are %s and %s. \
            Under the open-loop load without the relay, a response is largely the clients' own work, so there a miss \
            shows how this work differs. Our latencies count from the planned instant and contain a late wake-up of \
            our timer. Those of oha count from its timer's wake-up and contain oha's own work until it sends.\
            """.formatted(LENGTH.toSeconds(), load.connections(), wrk.version(), oha.version());
    }

    private void warmUp() throws IOException, InterruptedException {
        load.closed(Duration.ofSeconds(15));
        server.pin();
        load.open(Arrivals.constant(RATE), TO_CONNECT, Duration.ofSeconds(5)).recording();
        server.collect();
        System.gc();
    }

    private ToolComparison compare(Pairing pairing, InetSocketAddress address, Side ours, Side theirs)
            throws IOException, InterruptedException {
        List<ToolComparison.Pair> pairs = new ArrayList<>();
        for (int round = 1; round <= Turns.ROUNDS; round++) {
            System.out.println(pairing.prefix + "pair " + round + " of " + Turns.ROUNDS);
            boolean oursFirst = round % 2 == 1;
            ToolComparison.LatencySummary first = (oursFirst ? ours : theirs).run(address);
            ToolComparison.LatencySummary second = (oursFirst ? theirs : ours).run(address);
            pairs.add(oursFirst ? new ToolComparison.Pair(first, second) : new ToolComparison.Pair(second, first));
        }
        return new ToolComparison(pairing, List.copyOf(pairs));
    }
}
