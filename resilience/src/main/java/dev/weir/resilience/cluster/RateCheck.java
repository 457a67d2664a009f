package dev.weir.resilience.cluster;

import dev.weir.perf.load.SingleRequest;
import dev.weir.perf.load.Target;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A {@link ClusterCheck} of the rates that all nodes keep together: the rate of a client, and the global rate. */
final class RateCheck {
    private static final long RATE_BYTES = 8_000_000;
    private static final long GLOBAL_BYTES = 12_000_000;
    private static final int CONNECTIONS = 16;
    private static final int CLIENTS = 16;
    private static final Duration SETTLE = Duration.ofSeconds(6);
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration TO_TAKE_OVER = Duration.ofSeconds(1);
    private static final Duration AFTER_KILL = Duration.ofSeconds(5);

    static final ClusterCheck RATES = new ClusterCheck(
            "Rates over all nodes (T02, T04)",
            """
            First, one client downloads over %d connections, spread over all nodes. Its rate is %,d B/s. Then %d clients \
            download, each from up to two nodes. The global rate of %,d B/s permits less than they want. Then each \
            client downloads from one node, and a node is killed. From %d s later on, the bytes of %d s are counted.\
            """.formatted(
                    CONNECTIONS, RATE_BYTES, CLIENTS, GLOBAL_BYTES, TO_TAKE_OVER.toSeconds(), AFTER_KILL.toSeconds()),
            RateCheck::run);

    private final Nodes nodes;
    private final List<Target> targets = new ArrayList<>();
    private final Map<String, Long> errors = new HashMap<>();

    private RateCheck(Nodes nodes) throws IOException {
        this.nodes = nodes;
        for (int node = 0; node < nodes.count(); node++) {
            targets.add(nodes.huge(nodes.get(node)));
        }
    }

    private static void run(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        nodes.start(new ServerPlan(
                RATE_BYTES,
                GLOBAL_BYTES,
                Duration.ofMillis(250),
                ServerPlan.POOL,
                Nodes.MOST_CONNECTIONS,
                Cores.SHARED));
        RateCheck check = new RateCheck(nodes);
        check.oneClient(checks);
        check.manyClients(checks);
        check.killedNode(checks);
        checks.errors(check.errors);
    }

    private void oneClient(Checks checks) throws InterruptedException {
        List<Client> client = clients(1, _ -> IntStream.range(0, CONNECTIONS));
        Thread.sleep(SETTLE);
        double percent = 100 * sum(bytes(client, WINDOW)) / (RATE_BYTES * WINDOW.toSeconds());
        end(client);
        checks.between("one client on all nodes", percent, 98, 102, "% of its rate");
    }

    private void manyClients(Checks checks) throws InterruptedException {
        List<Client> clients = clients(CLIENTS, i -> IntStream.of(i, i / nodes.count()));
        Thread.sleep(SETTLE);
        List<Double> bytes = bytes(clients, WINDOW);
        end(clients);
        double squares = bytes.stream().mapToDouble(one -> one * one).sum();
        checks.raw("bytes of each client", bytes);
        checks.between(
                "all clients", 100 * sum(bytes) / (GLOBAL_BYTES * WINDOW.toSeconds()), 99, 101, "% of the global rate");
        checks.atLeast("Jain's index over the clients", sum(bytes) * sum(bytes) / (CLIENTS * squares), 0.98, "");
    }

    private void killedNode(Checks checks) throws InterruptedException {
        int last = nodes.count() - 1;
        List<Client> clients = clients(CLIENTS, i -> IntStream.of(i));
        Thread.sleep(SETTLE);
        nodes.ask(() -> {
            IntStream.range(0, CLIENTS)
                    .filter(i -> i % nodes.count() == last)
                    .forEach(i -> clients.get(i).mayEnd = true);
            return true;
        });
        nodes.progress("killing a node");
        nodes.get(last).close();
        Thread.sleep(TO_TAKE_OVER);
        double percent = 100 * sum(bytes(clients, AFTER_KILL)) / (GLOBAL_BYTES * AFTER_KILL.toSeconds());
        end(clients);
        checks.between("the other nodes, after one was killed", percent, 98, 102, "% of the global rate");
    }

    private interface Places {
        IntStream of(int client);
    }

    /** Starts the downloads of {@code count} clients. A place is a node's number, modulo the number of nodes. */
    private List<Client> clients(int count, Places places) throws InterruptedException {
        return nodes.ask(() -> IntStream.range(0, count)
                .mapToObj(i -> new Client(places.of(i).boxed()))
                .toList());
    }

    /** Returns how many bytes each client gets from now on in {@code time}. */
    private List<Double> bytes(List<Client> clients, Duration time) throws InterruptedException {
        List<Long> before =
                nodes.ask(() -> clients.stream().map(client -> client.bytes).toList());
        Thread.sleep(time);
        List<Long> after =
                nodes.ask(() -> clients.stream().map(client -> client.bytes).toList());
        return IntStream.range(0, clients.size())
                .mapToObj(i -> (double) (after.get(i) - before.get(i)))
                .toList();
    }

    private static double sum(List<Double> bytes) {
        return bytes.stream().mapToDouble(Double::doubleValue).sum();
    }

    private void end(List<Client> clients) throws InterruptedException {
        nodes.ask(() -> {
            clients.forEach(client -> client.mayEnd = true);
            nodes.generator.closeConnections();
            return true;
        });
        Thread.sleep(TO_TAKE_OVER);
    }

    /** One client, whose downloads all come from one address. Used on the generator's event loop. */
    private final class Client implements SingleRequest.FileListener {
        private long bytes;
        private boolean mayEnd;

        Client(Stream<Integer> places) {
            InetSocketAddress address = nodes.generator.freshAddress();
            places.distinct()
                    .forEach(place -> nodes.generator.download(targets.get(place % targets.size()), address, this));
        }

        @Override
        public void received(int more, long nowNanos) {
            bytes += more;
        }

        @Override
        public void finished(SingleRequest.Timing timing) {
            failed("a download ended: the file is too small for this run");
        }

        @Override
        public void failed(String reason) {
            if (!mayEnd) {
                errors.merge(reason, 1L, Long::sum);
            }
        }
    }
}
