package dev.weir.clients;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Holds the current limits. Every change of a limit while the server runs goes through this class. Thread-safe. */
public final class LiveLimits {
    /** The name of the global token bucket in {@link #onChange}. No plan has this name. */
    public static final String GLOBAL = "*";

    private final Throttle throttle;
    private final Clients clients;
    private final Duration chunkTime;
    private final Map<String, Plan> plans;
    private Bucket global;
    private volatile Consumer<String> listener = _ -> {};

    /**
     * The limits of a token bucket.
     *
     * @param rate bytes per second; 0 means no limit
     * @param capacity bytes
     */
    public record Bucket(long rate, long capacity) {
        /**
         * Returns limits with another rate. If the capacity is one chunk of the old rate, it becomes one chunk of the
         * new rate.
         */
        public Bucket withRate(long changed, Duration chunkTime) {
            boolean oneChunk = capacity == Chunk.bytes(rate, chunkTime);
            return new Bucket(changed, oneChunk && changed >= 0 ? Chunk.bytes(changed, chunkTime) : capacity);
        }

        /** Returns limits with the same rate and another capacity, in bytes. */
        public Bucket withCapacity(long changed) {
            return new Bucket(rate, changed);
        }
    }

    /**
     * @param global the configured limits of the global token bucket
     * @param plans the configured plans by name
     */
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

    /**
     * Sets the listener that receives the name of each changed plan, or {@link #GLOBAL} for the global token bucket.
     * The thread that makes the change calls the listener, which must not wait.
     */
    public void onChange(Consumer<String> names) {
        listener = names;
    }

    /** The chunk time. It limits a grant to the number of bytes that the rate allows in this time. */
    public Duration chunkTime() {
        return chunkTime;
    }

    /**
     * Changes the limits of the global token bucket. The new limits also apply to downloads that wait.
     *
     * @throws BadLimitException if a new limit is out of range; nothing changes in this case
     */
    public synchronized void changeGlobal(UnaryOperator<Bucket> change) {
        Bucket changed = change.apply(global);
        Plan.check(changed.rate, changed.capacity, chunkTime);
        throttle.change(changed.rate, changed.capacity);
        global = changed;
        listener.accept(GLOBAL);
    }

    /**
     * Changes a plan for all its clients. The new limits also apply to downloads that wait.
     *
     * @return whether there is a plan with this name
     * @throws BadLimitException if a new limit is out of range; nothing changes in this case
     */
    public synchronized boolean change(String name, UnaryOperator<Plan> change) {
        Plan plan = plans.get(name);
        if (plan == null) {
            return false;
        }
        Plan changed = change.apply(plan).check(chunkTime);
        clients.change(changed);
        plans.put(name, changed);
        listener.accept(name);
        return true;
    }
}
