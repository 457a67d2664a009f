package dev.weir.resilience.cluster;

import dev.weir.perf.events.NumberedStreams;
import dev.weir.perf.events.Seen;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A {@link ClusterCheck} in which Redis restarts, pauses and becomes slow during downloads, streams and SOAP calls. */
final class RedisCheck implements AutoCloseable {
    private static final String TOPIC = "all";
    private static final int RATE_BYTES = 200 << 10;
    private static final int CHUNK_BYTES = RATE_BYTES / 4;
    private static final int CLIENTS = 20;
    private static final int SUBSCRIBERS = 100;
    private static final int EVENTS_A_SECOND = 20;
    private static final double SHARE_MARGIN = 0.1;
    private static final double RATE_MARGIN = 0.02;
    private static final double MOST_SECONDS = 2;
    private static final Duration SLOWER = Duration.ofMillis(200);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration TO_NOTICE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    static final ClusterCheck REDIS = new ClusterCheck(
            "Redis ends, pauses, and becomes slow (A02)",
            """
            %d clients download from all nodes at once, with %d KiB/s for each client over all nodes. %d subscribers, \
            spread over the nodes, get %d events a second. New SOAP messages go to the nodes in turn. There are \
            three faults, each for --outage seconds: Redis is killed and then started again with its data, Redis is \
            paused by SIGSTOP, and all bytes from the nodes to Redis are delayed by %d ms. A message that was accepted \
            right before a fault is repeated until the next fault. weir.redis.durable is set. Lost streams count from \
            before a fault until the recovery, and all other figures from %d s after its begin, when the nodes have \
            noticed it, until its end. A connection keeps its share if it gets an equal part of its client's \
            rate, within %.0f %% and a chunk. A node has recovered when it acknowledges an event, accepts a message, \
            and reports that Redis is up.\
            """.formatted(
                            CLIENTS,
                            RATE_BYTES >> 10,
                            SUBSCRIBERS,
                            EVENTS_A_SECOND,
                            SLOWER.toMillis(),
                            TO_NOTICE.toSeconds(),
                            100 * SHARE_MARGIN),
            (nodes, checks) -> {
                try (RedisCheck check = new RedisCheck(nodes, checks)) {
                    check.run();
                }
            });

    private final Nodes nodes;
    private final Checks checks;
    private final NumberedPublishers publishers;
    private final NumberedStreams streams;
    private final RedisLoad load;

    private interface Change {
        void make() throws IOException, InterruptedException;
    }

    private record Mark(RedisLoad.Mark load, int acknowledged, int unpublished) {}

    private RedisCheck(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        this.nodes = nodes;
        this.checks = checks;
        nodes.start(Nodes.plan(RATE_BYTES, Cores.SHARED).withCalls());
        streams = nodes.listen(TOPIC, SUBSCRIBERS, 1);
        publishers = new NumberedPublishers(nodes.client, nodes.addresses());
        load = new RedisLoad(nodes, CLIENTS);
    }

    private void run() throws IOException, InterruptedException {
        load.start();
        publishers.start(TOPIC, EVENTS_A_SECOND, Integer.MAX_VALUE);
        fault("ended", true, nodes.redis::kill, nodes.redis::restart);
        fault("paused", true, nodes.redis::pause, nodes.redis::resume);
        fault("slow", false, () -> nodes.network.delay(SLOWER), () -> nodes.network.delay(Duration.ZERO));
        publishers.finish(true, PATIENCE);
        checks.exactly("503 of a publication without Retry-After", publishers.withoutRetryAfter.get(), 0);
        checks.exactly("repeated SOAP messages accepted", load.replayed.get(), 0);
        checks.errors(load.errors);
        List<Seen> seen = nodes.seen(Map.of(TOPIC, streams), publishers);
        StreamChecks.delivered(checks, publishers, seen, SUBSCRIBERS);
    }

    private Mark mark() {
        return new Mark(load.mark(), publishers.acknowledged(), publishers.refused.get());
    }

    private void fault(String what, boolean gone, Change begin, Change end) throws IOException, InterruptedException {
        long cutOff = nodes.ask(streams::cutOff);
        Thread.sleep(CALM);
        load.repeatAnother();
        nodes.progress(what);
        begin.make();
        Thread.sleep(TO_NOTICE);
        Mark from = mark();
        Thread.sleep(Duration.ofSeconds(nodes.sizes.outage).minus(TO_NOTICE));
        Mark to = mark();
        int healthy = countNodes("/actuator/health/redis");
        int prepared = countNodes("/actuator/health/readiness");
        end.make();
        long backNanos = System.nanoTime();
        boolean recovered = Waiting.holds(PATIENCE, () -> {
            for (int node = 0; node < nodes.count(); node++) {
                if (!load.works(node)) {
                    return false;
                }
            }
            return countNodes("/actuator/health/redis") == nodes.count();
        });
        double seconds = recovered ? (System.nanoTime() - backNanos) / 1e9 : Double.POSITIVE_INFINITY;

        shares(what, from.load, to.load);
        checks.exactly(what + ": streams cut off", nodes.ask(streams::cutOff) - cutOff, 0);
        int published = to.acknowledged - from.acknowledged;
        int called = to.load.accepted() - from.load.accepted();
        if (gone) {
            checks.exactly(what + ": events acknowledged", published, 0);
            checks.atLeast(what + ": publications refused with 503", to.unpublished - from.unpublished, 1, "");
            checks.exactly(what + ": SOAP messages accepted", called, 0);
            checks.atLeast(what + ": SOAP messages refused with 503", to.load.refused() - from.load.refused(), 1, "");
        } else {
            checks.atLeast(what + ": events acknowledged", published, 1, "");
            checks.exactly(what + ": publications refused with 503", to.unpublished - from.unpublished, 0);
            checks.atLeast(what + ": SOAP messages accepted", called, 1, "");
            checks.exactly(what + ": SOAP messages refused with 503", to.load.refused() - from.load.refused(), 0);
        }
        checks.exactly(what + ": nodes whose health says that Redis is up", healthy, gone ? 0 : nodes.count());
        checks.exactly(what + ": nodes that are ready", prepared, nodes.count());
        checks.atMost(what + ": until all nodes have recovered", seconds, MOST_SECONDS, "s");
    }

    private void shares(String what, RedisLoad.Mark from, RedisLoad.Mark to) {
        double whole = RATE_BYTES * (to.nanos() - from.nanos()) / 1e9;
        double equal = whole / nodes.count();
        double margin = SHARE_MARGIN * equal + CHUNK_BYTES;
        int other = 0;
        int over = 0;
        for (int client = 0; client < CLIENTS; client++) {
            double sum = 0;
            for (int node = 0; node < nodes.count(); node++) {
                double got = to.bytes().get(client).get(node)
                        - from.bytes().get(client).get(node);
                sum += got;
                other += Math.abs(got - equal) > margin ? 1 : 0;
            }
            over += sum > whole * (1 + RATE_MARGIN) + nodes.count() * CHUNK_BYTES ? 1 : 0;
        }
        checks.exactly(what + ": downloads that did not keep their share", other, 0);
        checks.exactly(what + ": clients that got more than their rate", over, 0);
    }

    private int countNodes(String path) throws InterruptedException {
        int count = 0;
        for (int node = 0; node < nodes.count(); node++) {
            try {
                count += nodes.get(nodes.get(node).management().address(), path).statusCode() == 200 ? 1 : 0;
            } catch (IOException e) {
                load.errors.merge("health: " + e, 1L, Long::sum);
            }
        }
        return count;
    }

    @Override
    public void close() {
        load.close();
        publishers.close();
    }
}
