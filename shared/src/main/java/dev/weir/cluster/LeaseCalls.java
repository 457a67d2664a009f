package dev.weir.cluster;

import dev.weir.throttle.Guarded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of this node that are due, many with one call, and one call at a time.
 *
 * <p>Redis counts a node as dead if it has not called in time. Its leases have then ended, and other nodes may have them.
 * A node that is alive after all comes back under a new name, so that its old leases never hold again.
 *
 * <p>A call whose outcome is unknown is repeated. It replaces what Redis has of the node, so a repeat changes nothing.
 *
 * <p>Confined to the thread of {@link Leases}.
 */
final class LeaseCalls {
    /** The longest time between two calls of a node that has leases. */
    static final Duration SLICE = Duration.ofMillis(100);

    /** The time after which a node that has not called is dead. */
    private static final Duration LIFE = Duration.ofMillis(600);
    /** An idle node has no lease. It calls only to be counted. */
    private static final Duration IDLE_SLICE = Duration.ofSeconds(5);

    private static final Duration IDLE_LIFE = Duration.ofSeconds(15);
    /** Bounds the time for which one call keeps Redis busy. */
    private static final int MOST_AT_ONCE = 128;

    private static final String NODES = "lease";
    private static final String WAKES = "lease-wakes";
    /** The number of values before the leases in an answer. */
    private static final int HEAD = 3;

    private final LeaseTable table;
    private final Executor executor;
    private final Listener listener;
    /** The buckets to renew with the next calls, in the order in which they became due. */
    private final Set<LeasedBucket> due = new LinkedHashSet<>();

    private String node = SharedLog.newEpoch();
    private boolean isNew = true;
    private boolean calling;
    private long calledNanos;
    /** The time of the last answer, on the clock of Redis. */
    private long answeredMillis;

    /** Learns the outcome of the calls. */
    interface Listener {
        /**
         * Called after an answer.
         *
         * @param nodes the number of nodes, at least 1
         * @param renewed the buckets that have a new lease
         * @param woken the names of buckets to renew now, which this node may have or not
         */
        void answered(int nodes, List<LeasedBucket> renewed, List<?> woken);

        /** Called if Redis has forgotten this node. It must renew all its leases. */
        void forgotten();
    }

    /** @param executor runs what follows an answer, on the thread of {@link Leases} */
    LeaseCalls(LeaseTable table, Executor executor, Listener listener, long nowNanos) {
        this.table = table;
        this.executor = executor;
        this.listener = listener;
        this.calledNanos = nowNanos - IDLE_SLICE.toNanos();
    }

    void add(LeasedBucket bucket) {
        due.add(bucket);
    }

    void remove(LeasedBucket bucket) {
        due.remove(bucket);
    }

    /** Calls Redis if something is due and no call is on its way. */
    void callIfDue(boolean isIdle, long nowNanos) {
        Duration silence = isIdle ? IDLE_SLICE : SLICE;
        if (calling || (due.isEmpty() && nowNanos - calledNanos < silence.toNanos())) {
            return;
        }
        List<LeasedBucket> batch = due.stream().limit(MOST_AT_ONCE).toList();
        batch.forEach(due::remove);
        Duration life = isIdle ? IDLE_LIFE : LIFE;
        List<String> keys = new ArrayList<>(List.of(NODES, WAKES));
        List<String> arguments = new ArrayList<>(
                List.of(node, isNew ? "1" : "0", Long.toString(life.toMillis()), Long.toString(answeredMillis)));
        for (LeasedBucket bucket : batch) {
            keys.add(NODES + ":" + bucket.name);
            arguments.addAll(bucket.send().arguments());
        }
        calling = true;
        calledNanos = nowNanos;
        var _ = table.renew(keys, arguments)
                .whenCompleteAsync((answer, _) -> Guarded.run(() -> answered(batch, answer)), executor);
    }

    private void answered(List<LeasedBucket> batch, @Nullable List<Object> answer) {
        calling = false;
        if (answer == null) {
            due.addAll(batch);
            node = isNew ? SharedLog.newEpoch() : node; // the old name may have joined, and died since
            return;
        }
        int nodes = Math.toIntExact((Long) answer.get(1));
        if (nodes == 0) {
            node = SharedLog.newEpoch();
            isNew = true;
            due.clear();
            listener.forgotten();
            return;
        }
        isNew = false;
        answeredMillis = (Long) answer.get(0);
        for (int i = 0; i < batch.size(); i++) {
            int at = HEAD + i * Lease.VALUES;
            batch.get(i).answered(Lease.of(answer.subList(at, at + Lease.VALUES)));
        }
        listener.answered(nodes, batch, (List<?>) answer.get(2));
    }
}
