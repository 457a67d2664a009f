package dev.weir.clients;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Holds the current limits. Every change of a limit at run time goes through this class. Thread-safe. */
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
         * Returns a bucket with another rate. If the capacity was one chunk at the old rate, it becomes one chunk at
         * the new rate.
         */
        public Bucket withRate(long changed, Duration chunkTime) {
            boolean oneChunk = capacity == Chunk.bytes(rate, chunkTime);
            return new Bucket(changed, oneChunk && changed >= 0 ? Chunk.bytes(changed, chunkTime) : capacity);
        }

        /**
         * Returns a bucket with another capacity.
         *
         * @param changed bytes
         */
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

    public synchronized Map<String, Plan> plans() {
        return Map.copyOf(plans);
    }

    /**
     * Sets the listener that gets the name of each changed plan, or {@link #GLOBAL}. It runs on the thread that makes
     * the change and must not wait.
     */
    public void onChange(Consumer<String> names) {
        listener = names;
    }

    /** The chunk time. The largest grant is the bytes that the rate allows in this time ({@link Chunk}). */
    public Duration chunkTime() {
        return chunkTime;
    }

    /**
     * Changes the global limits, also for waiting downloads.
     *
     * @throws BadLimitException if a limit is out of range; then nothing changes
     */
    public synchronized void changeGlobal(UnaryOperator<Bucket> change) {
        Bucket changed = change.apply(global);
        Plan.check(changed.rate, changed.capacity, chunkTime);
        throttle.change(changed.rate, changed.capacity);
        global = changed;
        listener.accept(GLOBAL);
    }

    /**
     * Changes a plan for all its clients, also for waiting downloads.
     *
     * @return false if there is no such plan
     * @throws BadLimitException if a limit is out of range; then nothing changes
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
