package dev.weir.clients;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The current rate limits and plans. All changes to them at run time go through this class. Thread-safe. */
public final class LiveLimits {
    /**
     * The listener of {@link #onChange} gets this text instead of a plan's name when the global limits have changed.
     */
    public static final String GLOBAL = "*";

    private final Throttle throttle;
    private final Clients clients;
    private final Chunk.Time chunkTime;
    private final Map<String, Plan> plans;
    private Bucket global;
    private volatile Consumer<String> listener = _ -> {};

    /**
     * The limits of a token bucket.
     *
     * @param rate bytes per second; 0 means no limit
     * @param capacity the most bytes that the bucket holds
     */
    public record Bucket(long rate, long capacity) {
        /**
         * Returns these limits, but with {@code changed} as the rate. If the capacity is the size of one
         * {@link Chunk} at the old rate, the new capacity is the size of one chunk at the new rate. Any other capacity
         * stays the same.
         */
        public Bucket withRate(long changed, Duration chunkTime) {
            boolean oneChunk = capacity == Chunk.bytes(rate, chunkTime);
            return new Bucket(changed, oneChunk && changed >= 0 ? Chunk.bytes(changed, chunkTime) : capacity);
        }

        /** Returns these limits, but with {@code changed} as the capacity, in bytes. */
        public Bucket withCapacity(long changed) {
            return new Bucket(rate, changed);
        }
    }

    /**
     * @param chunkTime determines how many bytes the rate limit lets a download send at once
     * @param global the configured limits of the global token bucket
     * @param plans the configured plans by name
     */
    public LiveLimits(
            Throttle throttle, Clients clients, Chunk.Time chunkTime, Bucket global, Map<String, Plan> plans) {
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
     * Sets the listener, which gets the name of each changed plan, or {@link #GLOBAL} if the global limits have
     * changed. The listener runs on the thread that makes the change, and must not block.
     */
    public void onChange(Consumer<String> names) {
        listener = names;
    }

    /** Returns the chunk time, which determines how many bytes the rate limit lets a download send at once. */
    public Chunk.Time chunkTime() {
        return chunkTime;
    }

    /**
     * Changes the limits of the global token bucket. The new limits also apply to downloads that already wait.
     *
     * @throws BadLimitException if a limit is out of range; then nothing changes
     */
    public synchronized void changeGlobal(UnaryOperator<Bucket> change) {
        Bucket changed = change.apply(global);
        Plan.check(changed.rate, changed.capacity, chunkTime.usual());
        throttle.change(changed.rate, changed.capacity);
        global = changed;
        listener.accept(GLOBAL);
    }

    /**
     * Gives the client with this key the plan {@code planName}. Creates the client if the key is new. The plan's limits
     * also apply to the client's downloads that already wait. Open downloads and subscriptions keep the rights with
     * which they began.
     *
     * @param id the name of the client if the key is new
     * @return false if no plan has the name {@code planName}; then nothing changes
     */
    public synchronized boolean assign(ApiKey key, String id, String planName) {
        Plan plan = plans.get(planName);
        if (plan == null) {
            return false;
        }
        clients.assign(key, id, plan);
        return true;
    }

    /**
     * Removes the client with this key. From now on, requests with the key are refused. Starts to end the client's open
     * downloads and subscriptions, but does not wait for their end. Does nothing if no client has the key.
     *
     * @param executor runs the tasks that end the open downloads and subscriptions. A task may block, for example until
     *     a write to the client fails
     */
    public void revoke(ApiKey key, Executor executor) {
        clients.revoke(key, executor);
    }

    /**
     * Changes a plan for all its clients. The new limits also apply to downloads that already wait.
     *
     * @return false if there is no plan with this name; then nothing changes
     * @throws BadLimitException if a limit is out of range; then nothing changes
     */
    public synchronized boolean change(String name, UnaryOperator<Plan> change) {
        Plan plan = plans.get(name);
        if (plan == null) {
            return false;
        }
        Plan changed = change.apply(plan).check(chunkTime.usual());
        clients.change(changed);
        plans.put(name, changed);
        listener.accept(name);
        return true;
    }
}
