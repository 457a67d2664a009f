package dev.weir.cluster;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.clients.keys.KeyStore;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the run-time changes of API keys on Redis, for all server processes. Thread-safe.
 * <ul>
 * <li>A Redis hash maps the digest of each changed key to an entry: the time of the key's last change, and its
 *     {@link Assignment}. The hash also contains a random name of the last change. Each process polls this name several
 *     times a second. If the name has changed, the process reads the whole hash.
 * <li>While Redis does not answer, a change is refused, and the known keys stay as they are. If Redis has made a change
 *     and only its reply was lost, the next poll finds the change.
 * <li>Redis may lose changes, for example if it restarts without its data file, or if a replica that lags takes over.
 *     Each process that notices this writes back its entries that Redis does not have, or has in an older version. No
 *     entry is replaced by an older one.
 * </ul>
 *
 * <p>A change (also a removal) is acknowledged only when this process remembers it. An acknowledged change lasts until
 * a later change of the same key. There are four exceptions:
 * <ul>
 * <li>A change is gone if Redis loses it, and if every process that has read it ends before the change is written back.
 * <li>A process that starts after a loss knows only what Redis still has. For example, it accepts a revoked key of the
 *     configuration until another process writes back the revocation.
 * <li>Each change gets a time from Redis's clock. This time is later than the times of all changes that Redis and the
 *     changing process know. If Redis loses data and its clock goes back, an older change can win. Example: Redis loses
 *     change A of a key. A process that does not know A makes change B of the same key. B can get an earlier time than
 *     A. Then A overrides B.
 * <li>If there are more than {@link #MOST_REMOVED} removals, Redis forgets the oldest. A process may have an entry of
 *     the same age that Redis does not have. The process then cannot know whether Redis has lost the entry, or whether
 *     the key was removed. It writes the entry back only if the entry is a revocation. So Redis can lose other
 *     changes of this age for good. If Redis loses all data, a process that has not read the removals may write back a
 *     removed key.
 * </ul>
 *
 * <p>A poll begins on the timer thread of the {@link RedisLink}. A virtual thread runs the listener and takes the lock.
 */
public final class RedisKeys implements KeyStore {
    private static final RedisScript CHANGE = RedisScript.of("key-entry.lua", "keys.lua");
    private static final RedisScript RESTORE = RedisScript.of("key-entry.lua", "restore-keys.lua");
    private static final String KEY = "keys";
    /** Redis remembers at most this many removed keys. One more removal makes Redis forget the older half of them. */
    static final int MOST_REMOVED = 1_000;
    /** Runs each task on a new virtual thread, because the {@link #listener} may wait for locks. */
    private static final Executor LISTENING = Thread.ofVirtual().name("weir-keys")::start;

    private static final Logger log = LoggerFactory.getLogger(RedisKeys.class);

    private final RedisLink link;

    // The lock of this object guards the fields below.
    private Consumer<Map<ApiKey, Assignment>> listener = _ -> {};
    /** The entries that this process remembers. Any thread may read this field. */
    private volatile KeyEntries kept = KeyEntries.NONE;

    public RedisKeys(RedisLink link) {
        this.link = link;
    }

    /**
     * Reads all changes of API keys from Redis, and then starts to poll for new ones. Blocks until the first read ends.
     *
     * @throws IllegalStateException if Redis does not answer; without the changes, revoked keys would be accepted
     */
    @Override
    public void open(Consumer<Map<ApiKey, Assignment>> listener) {
        synchronized (this) {
            this.listener = listener;
        }
        try {
            read().join();
        } catch (CompletionException e) {
            throw new IllegalStateException(link.place() + " did not tell the keys of clients", e);
        }
        new RedisPoll(link, "keys", this::look).begin();
    }

    private CompletableFuture<?> look() {
        return link.run(redis -> redis.hmget(link.key(KEY), KeyEntries.LAST))
                .thenCompose(found -> found.getFirst().getValueOrElse("").equals(kept.last())
                        ? CompletableFuture.completedFuture(null)
                        : read());
    }

    /**
     * Reads all entries from Redis. Then writes back the entries that only this process has, or has in a newer version.
     */
    private CompletableFuture<Void> read() {
        return link.run(redis -> redis.hgetall(link.key(KEY)))
                .thenApplyAsync(this::accept, LISTENING)
                .thenCompose(lost -> lost.isEmpty() ? CompletableFuture.completedFuture(null) : restore(lost));
    }

    /**
     * Merges the entries found on Redis with those of this process, and passes the result to the listener.
     *
     * @return the entries that Redis has lost
     */
    private synchronized Map<String, String> accept(Map<String, String> hash) {
        KeyEntries found = KeyEntries.of(hash);
        if (found.last().equals(kept.last())) {
            return Map.of();
        }
        Map<String, String> lost = kept.lostOn(found);
        KeyEntries merged = kept.merge(found);
        listener.accept(merged.assignments());
        kept = merged;
        return lost;
    }

    private CompletableFuture<Void> restore(Map<String, String> lost) {
        KeyEntries known = kept;
        List<String> arguments = new ArrayList<>(
                List.of(Long.toString(known.newest()), Long.toString(known.forgotten()), SharedLog.newEpoch()));
        lost.forEach((digest, entry) -> arguments.addAll(List.of(digest, entry)));
        return RESTORE.<Long>run(link, ScriptOutputType.INTEGER, List.of(KEY), arguments.toArray(String[]::new))
                .thenAccept(written -> {
                    if (written > 0) { // otherwise another node was faster, or the entries were read before a change
                        log.warn(
                                "Redis at {} had lost changes of keys; this node wrote back {}", link.place(), written);
                    }
                });
    }

    @Override
    public void change(ApiKey key, @Nullable Assignment assignment) {
        try {
            String entry = make(key, assignment);
            if (entry.isEmpty()) {
                throw new RefusedException(Problem.TOO_MANY_KEYS);
            }
            remember(key.sha256Hex(), entry);
            read().join();
        } catch (CompletionException e) {
            log.debug("a change of a key is not kept", e);
            throw new RefusedException(Problem.KEYS_NOT_STORED);
        }
    }

    private String make(ApiKey key, @Nullable Assignment assignment) {
        KeyEntries known = kept;
        return CHANGE.<String>run(
                        link,
                        ScriptOutputType.VALUE,
                        List.of(KEY),
                        Long.toString(known.newest()),
                        Integer.toString(assignment == null ? MOST_REMOVED : KeyStore.most(assignment)),
                        SharedLog.newEpoch(),
                        key.sha256Hex(),
                        known.entry(key.sha256Hex()),
                        assignment == null ? "" : assignment.text(),
                        Assignment.newId())
                .join();
    }

    /**
     * Remembers a change that Redis has made. If Redis loses the change before the next read, this process writes it
     * back.
     */
    private synchronized void remember(String digest, String entry) {
        kept = KeyEntries.of(digest, entry).merge(kept);
    }
}
