package dev.weir.resilience.cluster;

import dev.weir.perf.events.NumberedStreams;
import dev.weir.perf.events.Seen;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** The {@link ClusterCheck}s with event streams: a broadcast, the loss of one node, and a restart of all nodes. */
final class StreamChecks {
    private static final String ALL = "all";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration TO_WARM = Duration.ofSeconds(30);
    private static final Duration RESUMING = Duration.ofSeconds(10);
    private static final int PERIOD_SECONDS = 2;
    private static final int WARM_PART = 3;
    private static final double MOST_MILLIS = 250;
    private static final double SLOW_PER_SECOND = 5;
    private static final int FAST_TOPICS = 20;
    private static final int FAST_PER_SECOND = 1_000;
    private static final int FAST_SUBSCRIBERS = 4;
    private static final int RESTART_PER_SECOND = 20;
    private static final long MOST_LATE_READS = 5; // of a reader that asks again after each second without events

    static final ClusterCheck STREAMS = new ClusterCheck(
            "A broadcast from and to all nodes (E03)", """
            Subscribers (--subscribers) are spread over the nodes, each with its own address. Every %d s one event of \
            100 bytes is published, at the nodes in turn. Every stream must get every event once and in order. The \
            delivery counts from the planned publication. It is cross-node if the event was published at another \
            node. The first third of the events is a warm-up. All processes share both cores. Subscribers read at \
            most once a millisecond, to interrupt servers rarely. So deliveries look up to a millisecond slower.\
            """.formatted(PERIOD_SECONDS), StreamChecks::streams);

    static final ClusterCheck KILL = new ClusterCheck(
            "A node is killed, and its subscribers resume at another (P05)",
            """
            Subscribers at the first node (--returning) get %.0f events a second of one topic. %d events a second are \
            published on %d other topics, each with %d subscribers at all nodes, because two cores could not send all \
            events to all subscribers. The publishers use the nodes in turn, and repeat an event with its \
            Idempotency-Key until it is acknowledged. They get %d s to catch up with cold nodes. Then SIGKILL ends the \
            first node. Within a second, its subscribers reconnect to another node with the id of their last event. \
            Every event must arrive once and in order. After the last event, all subscribers of the first topic reset \
            their connections, and resume from their first id. The commands that Redis runs are counted for %d s \
            without and with these resumes.\
            """.formatted(
                            SLOW_PER_SECOND,
                            FAST_PER_SECOND,
                            FAST_TOPICS,
                            FAST_SUBSCRIBERS,
                            TO_WARM.toSeconds(),
                            RESUMING.toSeconds()),
            StreamChecks::kill);

    static final ClusterCheck RESTART =
            new ClusterCheck("All nodes restart (E03)", """
            Subscribers (--resuming), spread over the nodes, get %d events a second. SIGTERM ends all nodes. They \
            start again, and the subscribers and the publisher reconnect. Every event must arrive once and in order, \
            and the ids must stay in the same epoch.\
            """.formatted(RESTART_PER_SECOND), StreamChecks::restart);

    private static void streams(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        nodes.start(Nodes.plan(0, Cores.SHARED));
        int each = nodes.sizes.subscribers / nodes.count();
        int events = nodes.sizes.events;
        List<StreamProcess> processes = new ArrayList<>();
        try (NumberedPublishers publishers = new NumberedPublishers(nodes.client, nodes.addresses())) {
            for (int node = 0; node < nodes.count(); node++) {
                processes.add(
                        StreamProcess.start(nodes.get(node).address(), each, ALL, nodes.count(), events / WARM_PART));
            }
            for (StreamProcess process : processes) {
                if (!Waiting.holds(PATIENCE, () -> process.seen(0).ready() == each)) {
                    throw new IllegalStateException("not all subscribers got an answer: " + process.seen(0));
                }
            }
            publishers.start(ALL, 1.0 / PERIOD_SECONDS, events);
            publishers.finish(
                    false, Duration.ofSeconds((long) events * PERIOD_SECONDS).plus(PATIENCE));
            List<Seen> all = new ArrayList<>();
            Histogram cross = new Histogram(3);
            Histogram same = new Histogram(3);
            for (StreamProcess process : processes) {
                Waiting.holds(CALM, () -> process.seen(events).missing() == 0);
                Seen seen = process.seen(events);
                IntStream.range(0, nodes.count())
                        .forEach(from -> (from == all.size() ? same : cross).add(seen.micros(from)));
                all.add(seen);
            }
            delivered(checks, publishers, all, each * nodes.count());
            checks.millis("delivery at the publishing node, p99", same, 99);
            checks.atMost("cross-node delivery, p99", cross.getValueAtPercentile(99) / 1e3, MOST_MILLIS, "ms");
        } finally {
            processes.forEach(StreamProcess::close);
        }
    }

    private static void kill(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        nodes.start(Nodes.plan(0, Cores.SHARED));
        int returning = nodes.sizes.returning;
        Map<String, NumberedStreams> loads = new TreeMap<>();
        NumberedStreams slow = nodes.listen(ALL, returning, 0);
        loads.put(ALL, slow);
        for (int topic = 0; topic < FAST_TOPICS; topic++) {
            loads.put("fast" + topic, nodes.listen("fast" + topic, FAST_SUBSCRIBERS, 1));
        }
        try (NumberedPublishers publishers = new NumberedPublishers(nodes.client, nodes.addresses())) {
            loads.keySet()
                    .forEach(topic -> publishers.start(
                            topic,
                            topic.equals(ALL) ? SLOW_PER_SECOND : (double) FAST_PER_SECOND / FAST_TOPICS,
                            Integer.MAX_VALUE));
            Thread.sleep(CALM);
            nodes.progress("waiting until publishers are in time"); // cold nodes are too slow
            boolean inTime = Waiting.holds(TO_WARM, publishers::areInTime);
            nodes.progress(inTime ? "killing a node" : "killing a node, though publishers are late");
            int start = publishers.acknowledged();
            Thread.sleep(CALM);
            int before = publishers.acknowledged();
            nodes.get(0).close();
            long killedNanos = System.nanoTime();
            nodes.require("all connections are lost", CALM, () -> slow.cutOff() >= returning);
            nodes.require("all subscribers are back", PATIENCE, () -> slow.ready() == returning);
            double back = (System.nanoTime() - killedNanos) / 1e9;
            Thread.sleep(CALM);
            publishers.finish(true, PATIENCE);
            List<Seen> all = nodes.seen(loads, publishers);
            delivered(checks, publishers, all, returning + FAST_TOPICS * FAST_SUBSCRIBERS);
            checks.exactly("came to another node", all.getFirst().cutOff(), returning, "subscribers");
            checks.measured("SIGKILL until all of them have an answer", back, "s");
            double perSecond = (before - start) / (double) CALM.toSeconds();
            checks.atLeast("acknowledged before SIGKILL", perSecond, 0.95 * FAST_PER_SECOND, "events/s");

            nodes.progress("letting all subscribers resume");
            long idle = readsIn(nodes, RESUMING);
            nodes.generator.execute(slow::again);
            long busy = readsIn(nodes, RESUMING);
            Seen resumed = nodes.ask(() -> slow.seen(publishers.acknowledged(ALL)));
            checks.errors(resumed.errors());
            checks.exactly("resumed with everything again", resumed.ready(), returning, "subscribers");
            checks.exactly("then missing", resumed.missing(), 0, "deliveries");
            checks.exactly("then lost or twice", resumed.lost() + resumed.twice(), 0, "deliveries");
            checks.measured("commands to read Redis in %d s without resumes".formatted(RESUMING.toSeconds()), idle, "");
            checks.atMost("more with the resumes of all", busy - idle, MOST_LATE_READS, "");
        }
    }

    private static void restart(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        nodes.start(Nodes.plan(0, Cores.SHARED));
        int resuming = nodes.sizes.resuming;
        NumberedStreams load = nodes.listen(ALL, resuming, 1);
        try (NumberedPublishers publishers = new NumberedPublishers(nodes.client, nodes.addresses())) {
            publishers.start(ALL, RESTART_PER_SECOND, Integer.MAX_VALUE);
            Thread.sleep(CALM);
            long endedNanos = System.nanoTime();
            for (int node = 0; node < nodes.count(); node++) {
                nodes.get(node).terminate(PATIENCE).orElseThrow();
            }
            for (int node = 0; node < nodes.count(); node++) {
                nodes.again(node);
            }
            nodes.require("all subscribers are back", PATIENCE, () -> load.ready() == resuming);
            double back = (System.nanoTime() - endedNanos) / 1e9;
            Thread.sleep(CALM);
            publishers.finish(true, PATIENCE);
            List<Seen> all = nodes.seen(Map.of(ALL, load), publishers);
            delivered(checks, publishers, all, resuming);
            checks.atLeast("connections lost", all.getFirst().cutOff(), resuming, "");
            checks.exactly("epochs of the ids", publishers.epochs.size(), 1);
            checks.measured("SIGTERM until all subscribers are back", back, "s");
        }
    }

    static void delivered(Checks checks, NumberedPublishers publishers, List<Seen> all, int subscribers) {
        checks.errors(publishers.errors);
        checks.measured("acknowledged", publishers.acknowledged(), "events");
        checks.exactly("ids that were not greater than the one before", publishers.backwards.get(), 0);
        all.forEach(seen -> checks.errors(seen.errors()));
        checks.exactly(
                "connected at the end", all.stream().mapToInt(Seen::ready).sum(), subscribers, "subscribers");
        checks.exactly("lost", all.stream().mapToLong(Seen::lost).sum(), 0, "deliveries");
        checks.exactly("twice", all.stream().mapToLong(Seen::twice).sum(), 0, "deliveries");
        checks.exactly(
                "missing at the end", all.stream().mapToLong(Seen::missing).sum(), 0, "deliveries");
    }

    private static long readsIn(Nodes nodes, Duration time) throws IOException, InterruptedException {
        long before = nodes.redis.reads();
        Thread.sleep(time);
        return nodes.redis.reads() - before;
    }
}
