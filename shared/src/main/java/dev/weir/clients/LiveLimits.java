package dev.weir.clients;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The limits as they are now, and the one place where they change while the server runs. Thread-safe. */
public final class LiveLimits {
    private final Throttle throttle;
    private final Clients clients;
    private final Duration chunkTime;
    private final Map<String, Plan> plans;
    private Bucket global;

    /**
     * What of a bucket can be set.
     *
     * @param rate bytes a second; 0 means no limit
     * @param capacity bytes
     */
    public record Bucket(long rate, long capacity) {
        /** With another rate; a capacity of just one chunk goes on being one. */
        public Bucket withRate(long changed, Duration chunkTime) {
            boolean oneChunk = capacity == Chunk.bytes(rate, chunkTime);
            return new Bucket(changed, oneChunk && changed >= 0 ? Chunk.bytes(changed, chunkTime) : capacity);
        }

        /** With another capacity. */
        public Bucket withCapacity(long changed) {
            return new Bucket(rate, changed);
        }
    }

    /** Knows how they are at the start; what it is given obeys it from then on. */
    public LiveLimits(Throttle throttle, Clients clients, Duration chunkTime, Bucket global, Map<String, Plan> plans) {
        this.throttle = throttle;
        this.clients = clients;
        this.chunkTime = chunkTime;
        this.global = global;
        this.plans = new TreeMap<>(plans);
    }

    public synchronized Bucket global() {
        return global;
    }

    /** All plans by name. */
    public synchronized Map<String, Plan> plans() {
        return Map.copyOf(plans);
    }

    /** What one grant is worth, of time. */
    public Duration chunkTime() {
        return chunkTime;
    }

    /**
     * Changes the bucket that all share; reaches downloads that wait.
     *
     * @throws BadLimitException when that would make no sense; then nothing changes
     */
    public synchronized void changeGlobal(UnaryOperator<Bucket> change) {
        Bucket changed = change.apply(global);
        Plan.check(changed.rate, changed.capacity, chunkTime);
        throttle.change(changed.rate, changed.capacity);
        global = changed;
    }

    /**
     * Changes a plan, for all clients that have it; reaches downloads that wait.
     *
     * @return whether there is such a plan
     * @throws BadLimitException when that would make no sense; then nothing changes
     */
    public synchronized boolean change(String name, UnaryOperator<Plan> change) {
        Plan plan = plans.get(name);
        if (plan == null) {
            return false;
        }
        Plan changed = change.apply(plan).check(chunkTime);
        clients.change(changed);
        plans.put(name, changed);
        return true;
    }
}
