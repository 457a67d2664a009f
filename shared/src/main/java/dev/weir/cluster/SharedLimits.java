package dev.weir.cluster;

import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each change of a limit to all server processes, including processes that start later. Thread-safe.
 * <ul>
 * <li>A process writes its changes to a hash on Redis. Each process polls the hash several times a second.
 * <li>While Redis does not answer, a change applies only to the process that made the change. This process writes the
 *     change to Redis later.
 * <li>If two processes change the same plan (a named set of limits) at the same time, the last write wins.
 * <li>If Redis loses a limit, the running processes keep it, but do not write it back. A process that starts later has
 *     the limit of its configuration.
 * <li>If Redis falls back to an older limit, for example because a replica that lags takes over, all processes apply
 *     the older limit.
 * </ul>
 *
 * <p>A poll begins on the timer thread of the {@link RedisLink}. The thread that receives the reply applies the limits.
 */
public final class SharedLimits {
    private static final String KEY = "limits";
    private static final Logger log = LoggerFactory.getLogger(SharedLimits.class);

    private final RedisLink link;
    private final LiveLimits limits;

    /**
     * The limits that this process last read or set. The key is the name of a plan, or {@link LiveLimits#GLOBAL}.
     * Guarded by this object's lock.
     */
    private final Map<String, String> known = new HashMap<>();

    private final Map<String, String> unwritten = new HashMap<>();

    /**
     * Applies the limits stored on Redis to this process, and then starts to poll for changes. Blocks until the first
     * read has succeeded or failed.
     */
    public SharedLimits(RedisLink link, LiveLimits limits) {
        this.link = link;
        this.limits = limits;
        limits.onChange(this::changed);
        look().exceptionally(_ -> null).join(); // the next poll logs a failure that lasts
        new RedisPoll(link, "limits", this::look).begin();
    }

    /**
     * Marks changed limits for the next write to Redis, unless the change came from Redis. Thread-safe.
     *
     * @param name the name of a plan, or {@link LiveLimits#GLOBAL}
     */
    private void changed(String name) {
        LiveLimits.Bucket global = limits.global();
        Plan plan = limits.plans().get(name);
        String text = plan == null ? global.rate() + " " + global.capacity() : text(plan);
        synchronized (this) {
            if (!text.equals(known.put(name, text))) {
                unwritten.put(name, text);
            }
        }
    }

    private CompletableFuture<Void> look() {
        Map<String, String> writes;
        synchronized (this) {
            writes = Map.copyOf(unwritten);
        }
        CompletableFuture<?> written = writes.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : link.run(redis -> redis.hset(link.key(KEY), writes)).thenAccept(_ -> forget(writes));
        return written.thenCompose(_ -> link.run(redis -> redis.hgetall(link.key(KEY))))
                .thenAccept(this::apply);
    }

    private synchronized void forget(Map<String, String> written) {
        written.forEach(unwritten::remove); // a limit that has changed again stays, since its text differs
    }

    private void apply(Map<String, String> found) {
        found.forEach((name, text) -> {
            if (isNews(name, text)) {
                try {
                    apply(name, Stream.of(text.split(" ")).map(Long::valueOf).toList());
                    log.info("the limits of {} are now {}, as another node has set them", name, text);
                } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
                    log.warn("limits of {} on Redis are not applied: {}", name, text);
                }
            }
        });
    }

    private synchronized boolean isNews(String name, String text) {
        return !unwritten.containsKey(name) && !text.equals(known.put(name, text));
    }

    private void apply(String name, List<Long> values) {
        if (name.equals(LiveLimits.GLOBAL)) {
            limits.changeGlobal(_ -> new LiveLimits.Bucket(values.get(0), values.get(1)));
        } else {
            limits.change(name, plan -> plan(plan, values));
        }
    }

    private static String text(Plan plan) {
        return Stream.of(
                        plan.rate(),
                        plan.capacity(),
                        (long) plan.weight(),
                        (long) plan.maxDownloads(),
                        (long) plan.maxSubscribers(),
                        (long) plan.requestsPerSecond(),
                        plan.blocked() ? 1L : 0L,
                        plan.publish() ? 1L : 0L)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** Returns the plan with new limits. The rights to folders and topics stay as configured on this node. */
    private static Plan plan(Plan before, List<Long> values) {
        return new Plan(
                before.name(),
                values.get(0),
                values.get(1),
                Math.toIntExact(values.get(2)),
                Math.toIntExact(values.get(3)),
                Math.toIntExact(values.get(4)),
                Math.toIntExact(values.get(5)),
                values.get(6) == 1,
                values.get(7) == 1,
                before.rights());
    }
}
