package dev.weir.clients.keys;

import dev.weir.clients.ApiKey;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients with an API key. While the server runs, an operator can add and revoke keys, and can give clients other
 * plans. Thread-safe. {@link #put} and {@link #revoke} wait for the {@link KeyStore}, so an event loop must not call
 * them.
 *
 * <p>If the store has an entry for a key, the entry overrides the configuration. So a configured key that was revoked
 * stays revoked after a restart, until the key is added again.
 */
public final class ClientKeys {
    private static final Logger log = LoggerFactory.getLogger(ClientKeys.class);

    /**
     * A client with an API key.
     *
     * @param id the client's name, which is never the key
     */
    public record Listed(String id, String plan) {}

    /**
     * Runs each task on a virtual thread of its own. A task ends a response, and may wait for a write to the client.
     */
    private static final Executor ENDS = Thread.ofVirtual().name("weir-revoke")::start;

    private final LiveLimits limits;
    private final KeyStore store;
    private final Executor ends;
    private final Map<ApiKey, Clients.Rule> configured = new LinkedHashMap<>();

    // The lock of this object guards both fields.
    private final Map<ApiKey, Listed> accepted = new LinkedHashMap<>();
    private Map<ApiKey, Assignment> kept = Map.of();

    /**
     * A thread holds this lock while it makes a change, so that changes do not overlap. A thread that needs both this
     * lock and the lock of the {@code ClientKeys} takes this lock first.
     */
    private final Object changing = new Object();

    /**
     * Creates a {@code ClientKeys}. Reads the entries of all keys from {@code store}, and applies them.
     *
     * @param limits changes a table of clients ({@link Clients}), which must already contain the configured clients
     * @param rules the rules of the configured clients; rules without a key are ignored
     */
    public ClientKeys(LiveLimits limits, List<Clients.Rule> rules, KeyStore store) {
        this(limits, rules, store, ENDS);
    }

    /** @param ends runs the tasks that end the open downloads and subscriptions of a revoked key */
    ClientKeys(LiveLimits limits, List<Clients.Rule> rules, KeyStore store, Executor ends) {
        this.limits = limits;
        this.store = store;
        this.ends = ends;
        for (Clients.Rule rule : rules) {
            if (rule.key() != null) {
                configured.put(rule.key(), rule);
                accepted.put(rule.key(), new Listed(rule.name(), rule.plan().name()));
            }
        }
        store.open(this::apply);
    }

    /** Returns all clients with an API key. */
    public synchronized Collection<Listed> all() {
        return List.copyOf(accepted.values());
    }

    /** Returns the client with this key, or empty if no client has this key. */
    public synchronized Optional<Listed> find(ApiKey key) {
        return Optional.ofNullable(accepted.get(key));
    }

    /**
     * Adds a key with a plan, or gives the client with this key another plan.
     *
     * @param plan the name of an existing plan
     * @return true if the key was added, false if it existed already
     * @throws dev.weir.problem.RefusedException if the store cannot keep the change
     */
    public boolean put(ApiKey key, String plan) {
        synchronized (changing) {
            Optional<Listed> before = find(key);
            store.change( // the store keeps the id if the key has one already
                    key,
                    configured.containsKey(key)
                            ? Assignment.ofConfigured(plan)
                            : new Assignment(Assignment.newId(), plan));
            find(key).ifPresent(client -> log.info("the client {} has the plan '{}' from now on", client.id(), plan));
            return before.isEmpty();
        }
    }

    /**
     * Revokes an API key. Begins to end the client's downloads and subscriptions, but does not wait until they have
     * ended.
     *
     * @param text the key, its SHA-256 digest in hex, or the client's id
     * @return false if there is no such key or id
     * @throws dev.weir.problem.RefusedException if the store cannot keep the change
     */
    public boolean revoke(String text) {
        synchronized (changing) {
            Optional<ApiKey> named = named(text);
            named.ifPresent(key -> {
                String name = currentName(key);
                store.change(key, configured.containsKey(key) ? Assignment.REVOKED : null);
                log.info("the key of the client {} is revoked", name);
            });
            return named.isPresent();
        }
    }

    private synchronized Optional<ApiKey> named(String text) {
        Stream<ApiKey> digest =
                text.matches("[0-9a-fA-F]{64}") ? Stream.of(ApiKey.parse("{sha256}" + text)) : Stream.empty();
        Stream<ApiKey> key =
                text.isBlank() || text.startsWith("{sha256}") ? Stream.empty() : Stream.of(ApiKey.parse(text));
        Stream<ApiKey> ofId = Stream.concat(accepted.keySet().stream(), kept.keySet().stream())
                .filter(its -> currentName(its).equals(text));
        return Stream.of(digest, key, ofId)
                .flatMap(found -> found)
                .filter(this::isRevocable)
                .findFirst();
    }

    /**
     * Returns whether the key can be revoked. This is true if requests with the key are accepted, or if the store
     * assigns to the key a plan that does not exist any more.
     */
    private boolean isRevocable(ApiKey key) {
        Assignment assignment = kept.get(key);
        return accepted.containsKey(key) || (assignment != null && assignment.plan() != null);
    }

    private synchronized String currentName(ApiKey key) {
        return name(key, kept.get(key));
    }

    private String name(ApiKey key, @Nullable Assignment assignment) {
        Clients.Rule rule = configured.get(key);
        return rule != null ? rule.name() : assignment != null ? assignment.name() : "";
    }

    /** Applies the entries that were added, changed or removed since the last call of this method. */
    private synchronized void apply(Map<ApiKey, Assignment> now) {
        Set<ApiKey> keys = new HashSet<>(kept.keySet());
        keys.addAll(now.keySet());
        keys.removeIf(key -> Objects.equals(kept.get(key), now.get(key)));
        keys.forEach(key -> apply(key, now.get(key)));
        kept = now;
    }

    private void apply(ApiKey key, @Nullable Assignment now) {
        Clients.Rule rule = configured.get(key);
        String own = rule == null ? null : rule.plan().name();
        String plan = now == null ? own : now.plan();
        String id = name(key, now);
        if (Assignment.isRevoked(kept.get(key), now)) {
            limits.revoke(key, ends); // even if the key was added again
        }
        if (plan != null && limits.assign(key, id, plan)) {
            accepted.put(key, new Listed(id, plan));
            return;
        }
        if (plan != null) {
            log.warn("the key of the client {} is not accepted, because there is no plan '{}'", id, plan);
        }
        accepted.remove(key);
        limits.revoke(key, ends);
    }
}
