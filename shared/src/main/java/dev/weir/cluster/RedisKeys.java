package dev.weir.cluster;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.clients.keys.KeyStore;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.HashMap;
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
 * <li>A Redis hash maps the digest of each changed key to its {@link Assignment}. The hash also contains the number of
 *     changes so far, and a random name that the last change got. Each process polls this number and this name several
 *     times a second. If one of them has changed, the process reads the whole hash.
 * <li>While Redis does not answer, a change is refused, and the known keys stay as they are. If Redis has made a change
 *     and only its reply was lost, the next poll finds the change.
 * <li>Redis may lose changes, for example if it restarts without its data file. Its number of changes is then smaller
 *     than the number that a process remembers. The first process that notices this replaces the hash by all
 *     assignments that it knows.
 * <li>New changes may raise the number to the remembered one before a process notices the loss. Then the lost changes
 *     stay lost. The processes notice the new changes by the name.
 * </ul>
 *
 * <p>A poll begins on the timer thread of the {@link RedisLink}. A virtual thread runs the listener and takes the lock.
 */
public final class RedisKeys implements KeyStore {
    private static final RedisScript CHANGE = RedisScript.of("keys.lua");
    private static final RedisScript RESTORE = RedisScript.of("restore-keys.lua");
    private static final String KEY = "keys";
    private static final String CHANGES = "changes";
    private static final String LAST = "last";
    private static final long LOST = -1;
    private static final long FULL = -2;
    /** Runs each task on a new virtual thread, because the {@link #listener} may wait for locks. */
    private static final Executor LISTENING = Thread.ofVirtual().name("weir-keys")::start;

    private static final Logger log = LoggerFactory.getLogger(RedisKeys.class);

    private final RedisLink link;

    // The lock of this object guards the fields below.
    private Consumer<Map<ApiKey, Assignment>> listener = _ -> {};
    private Map<String, String> kept = Map.of();
    /**
     * The version of {@link #kept}. Its number of changes is -1 before the first read. Any thread may read this field.
     */
    private volatile Version version = new Version(-1, "");

    /** The version of the keys: the number of changes so far, and the random name of the last change. */
    private record Version(long changes, String last) {
        static Version of(String changes, String last) {
            return new Version(Long.parseLong(changes), last);
        }
    }

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
        return link.run(redis -> redis.hmget(link.key(KEY), CHANGES, LAST)).thenCompose(found -> {
            Version there = Version.of(
                    found.getFirst().getValueOrElse("0"), found.getLast().getValueOrElse(""));
            Version here = version;
            CompletableFuture<Void> compared = CompletableFuture.completedFuture(null);
            return there.equals(here)
                    ? compared
                    : compared.thenComposeAsync(_ -> there.changes < here.changes ? restore() : read(), LISTENING);
        });
    }

    private CompletableFuture<Void> read() {
        return link.run(redis -> redis.hgetall(link.key(KEY))).thenAcceptAsync(this::accept, LISTENING);
    }

    /** Passes entries found on Redis to the listener, unless it already has these entries or newer ones. */
    private synchronized void accept(Map<String, String> found) {
        Map<String, String> entries = new HashMap<>(found);
        Version now = Version.of(found.getOrDefault(CHANGES, "0"), found.getOrDefault(LAST, ""));
        entries.keySet().removeIf(digest -> !digest.matches("[0-9a-f]{64}")); // the version, and what no node wrote
        if (now.changes < version.changes || now.equals(version)) {
            return;
        }
        Map<ApiKey, Assignment> assignments = new HashMap<>();
        entries.forEach((digest, text) -> assignments.put(ApiKey.parse("{sha256}" + digest), assignment(text)));
        listener.accept(Map.copyOf(assignments));
        kept = Map.copyOf(entries);
        version = now;
    }

    /** Decodes the entry of a key. A damaged entry counts as a revocation, because it may have been one. */
    private static Assignment assignment(String text) {
        try {
            return Assignment.parse(text);
        } catch (IllegalArgumentException e) {
            log.warn("what Redis keeps about a key is damaged: '{}'; the key is not accepted", text);
            return Assignment.REVOKED;
        }
    }

    private CompletableFuture<Void> restore() {
        List<String> arguments = new ArrayList<>();
        synchronized (this) {
            arguments.add(Long.toString(version.changes));
            arguments.add(version.last);
            kept.forEach((digest, text) -> arguments.addAll(List.of(digest, text)));
        }
        log.warn("Redis at {} has lost changes of keys; they are written again", link.place());
        return RESTORE.<Long>run(link, ScriptOutputType.INTEGER, List.of(KEY), arguments.toArray(String[]::new))
                .thenAccept(_ -> {});
    }

    @Override
    public void change(ApiKey key, @Nullable Assignment assignment) {
        try {
            long made = make(key, assignment);
            if (made == LOST) {
                restore().join();
                made = make(key, assignment);
            }
            if (made < 0) {
                throw new RefusedException(made == FULL ? Problem.TOO_MANY_KEYS : Problem.KEYS_NOT_STORED);
            }
            read().join();
        } catch (CompletionException e) {
            log.debug("a change of a key is not kept", e);
            throw new RefusedException(Problem.KEYS_NOT_STORED);
        }
    }

    private long make(ApiKey key, @Nullable Assignment assignment) {
        return CHANGE.<Long>run(
                        link,
                        ScriptOutputType.INTEGER,
                        List.of(KEY),
                        Long.toString(version.changes),
                        Integer.toString(assignment == null ? MOST : KeyStore.most(assignment)),
                        SharedLog.newEpoch(),
                        key.sha256Hex(),
                        assignment == null ? "" : assignment.text(),
                        Assignment.newId())
                .join();
    }
}
