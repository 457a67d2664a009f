package dev.weir.resilience.cluster;

import dev.weir.perf.load.SingleRequest;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
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
            client downloads from one node, and a node is killed. From %d s after that, the bytes of %d s are counted.\
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
        double perSecond = sum(bytesPerSecond(client, WINDOW));
        end(client);
        checks.between("one client on all nodes", 100 * perSecond / RATE_BYTES, 98, 102, "% of its rate");
    }

    private void manyClients(Checks checks) throws InterruptedException {
        List<Client> clients = clients(CLIENTS, i -> IntStream.of(i, i / nodes.count()));
        Thread.sleep(SETTLE);
        List<Double> rates = bytesPerSecond(clients, WINDOW);
        end(clients);
        double squares = rates.stream().mapToDouble(rate -> rate * rate).sum();
        checks.raw("bytes per second of each client", rates);
        checks.between("all clients", 100 * sum(rates) / GLOBAL_BYTES, 99, 101, "% of the global rate");
        checks.atLeast("Jain's index over the clients", sum(rates) * sum(rates) / (CLIENTS * squares), 0.98, "");
    }

    private void killedNode(Checks checks) throws InterruptedException {
        int last = nodes.count() - 1;
        List<Client> clients = clients(CLIENTS, i -> IntStream.of(i));
        List<Client> lost = IntStream.range(0, CLIENTS)
                .filter(i -> i % nodes.count() == last)
                .mapToObj(clients::get)
                .toList();
        Thread.sleep(SETTLE);
        double before = sum(bytesPerSecond(lost, AFTER_KILL));
        nodes.ask(() -> {
            lost.forEach(client -> client.mayEnd = true);
            return true;
        });
        nodes.progress("killing a node");
        long killedNanos = System.nanoTime();
        nodes.get(last).close();
        Waiting.until(killedNanos + TO_TAKE_OVER.toNanos());
        double after = sum(bytesPerSecond(clients, AFTER_KILL));
        end(clients);
        checks.measured("a node before it was killed", 100 * before / GLOBAL_BYTES, "% of the global rate");
        checks.between("the other nodes afterwards", 100 * after / GLOBAL_BYTES, 98, 102, "% of the global rate");
    }

    private interface Places {
        IntStream of(int client);
    }

    /** Starts the downloads of {@code count} clients. Place {@code i} is the node {@code i % nodes.count()}. */
    private List<Client> clients(int count, Places places) throws InterruptedException {
        return nodes.ask(() -> IntStream.range(0, count)
                .mapToObj(i -> new Client(places.of(i).boxed()))
                .toList());
    }

    /** Counts for {@code time}, then returns the bytes per second of each client. */
    private List<Double> bytesPerSecond(List<Client> clients, Duration time) throws InterruptedException {
        Received before = nodes.ask(() -> Received.of(clients));
        Thread.sleep(time);
        Received after = nodes.ask(() -> Received.of(clients));
        double seconds = (after.nanos - before.nanos) / 1e9;
        return IntStream.range(0, clients.size())
                .mapToObj(i -> (after.bytes.get(i) - before.bytes.get(i)) / seconds)
                .toList();
    }

    private record Received(long nanos, List<Long> bytes) {
        static Received of(List<Client> clients) {
            return new Received(
                    System.nanoTime(),
                    clients.stream().map(client -> client.bytes).toList());
        }
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
