package dev.weir.resilience.cluster;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.NumberedStreams;
import dev.weir.perf.events.Seen;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Relay;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.resilience.cluster.ClusterCheck.Setting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Owns the Redis, the servers (nodes) and the load {@link Generator} of one {@link ClusterCheck}. */
final class Nodes implements AutoCloseable {
    static final int MOST_CONNECTIONS = 19_900;
    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration TO_DELIVER = Duration.ofSeconds(5);
    private static final Duration TO_ANSWER = Duration.ofSeconds(10);

    final Setting setting;
    final ClusterCheck.Sizes sizes;
    final Generator generator;
    final RedisProcess redis;
    final Relay network;
    final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(TO_ANSWER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final Checks checks;
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();

    Nodes(Setting setting, Checks checks) throws IOException, InterruptedException {
        this.setting = setting;
        this.checks = checks;
        sizes = setting.sizes();
        redis = new RedisProcess(log("redis"));
        generator = new Generator(setting.ownCore());
        network = new Relay(generator, redis.address(), Duration.ZERO);
    }

    void progress(String what) {
        System.out.printf("%s: %s%n", setting.part(), what);
    }

    private Path log(String name) {
        return setting.out().resolve(setting.part() + "-" + name + ".log");
    }

    static ServerPlan plan(long rateBytes, Cores cores) {
        return new ServerPlan(rateBytes, 0, Duration.ofMillis(250), ServerPlan.POOL, MOST_CONNECTIONS, cores);
    }

    /** Starts a node of each kind on the Redis, and waits until all are ready. The report shows the commands. */
    void start(ServerPlan plan) throws IOException, InterruptedException {
        for (Contender kind : setting.kinds()) {
            start(kind, plan, true);
        }
    }

    ServerProcess start(Contender kind, ServerPlan plan, boolean onRedis) throws IOException, InterruptedException {
        progress("starting " + kind);
        String uri = "redis://127.0.0.1:" + network.address().getPort();
        ServerPlan placed = onRedis ? plan.with("-Dweir.redis.uri=" + uri, "-Dweir.redis.durable=true") : plan;
        ServerProcess server = placed.start(
                kind, kind.jar(setting.modules()), setting.folder(), log(kind + "-" + (servers.size() + 1)));
        servers.add(server);
        server.awaitReady(TO_START);
        commands.addAll(server.command());
        checks.server(List.copyOf(commands));
        return server;
    }

    ServerProcess get(int node) {
        return servers.get(node);
    }

    int count() {
        return servers.size();
    }

    /** Starts a node again on the same ports, and waits until the node is ready. */
    void again(int node) throws IOException, InterruptedException {
        servers.set(node, servers.get(node).again(log("again-" + node)));
        servers.get(node).awaitReady(TO_START);
    }

    List<InetSocketAddress> addresses() {
        return servers.stream().map(ServerProcess::address).toList();
    }

    Target huge(ServerProcess server) throws IOException {
        return new Target(server.address(), "/files/huge.bin", setting.folder().file("huge.bin", 64 << 20));
    }

    HttpResponse<String> get(InetSocketAddress address, String path) throws IOException, InterruptedException {
        return client.send(request(address, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    static HttpRequest.Builder request(InetSocketAddress address, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
                .timeout(TO_ANSWER);
    }

    /**
     * Connects {@code count} subscribers. The first connects to node 0, and each other one connects {@code step} nodes
     * after the previous one. Waits until all subscribers have an answer.
     */
    NumberedStreams listen(String topic, int count, int step) throws InterruptedException {
        NumberedStreams load = new NumberedStreams(generator, addresses(), topic, 1, 0);
        Duration ramp = Duration.ofMillis(count);
        generator.execute(() -> load.start(count, 0, step, ramp));
        require("all subscribers have an answer", ramp.plus(TO_START), () -> load.ready() == count);
        return load;
    }

    <T> T ask(Callable<T> task) throws InterruptedException {
        return generator.ask(task);
    }

    /** Runs {@code condition} on the generator's event loop until it returns true. Throws after {@code patience}. */
    void require(String what, Duration patience, Callable<Boolean> condition) throws InterruptedException {
        if (!Waiting.holds(patience, () -> ask(condition))) {
            throw new IllegalStateException("after %s this is still not true: %s".formatted(patience, what));
        }
    }

    /** Waits up to 5 s per topic until its subscribers have every acknowledged event. Returns what they have seen. */
    List<Seen> seen(Map<String, NumberedStreams> loads, NumberedPublishers publishers) throws InterruptedException {
        List<Seen> all = new ArrayList<>();
        for (Map.Entry<String, NumberedStreams> load : loads.entrySet()) {
            int published = publishers.acknowledged(load.getKey());
            Waiting.holds(TO_DELIVER, () -> ask(() -> load.getValue().missing(published)) == 0);
            all.add(ask(() -> load.getValue().seen(published)));
        }
        return all;
    }

    @Override
    public void close() {
        try (redis;
                generator;
                network;
                client) {
            servers.forEach(ServerProcess::close);
            client.shutdownNow();
        }
    }
}
