package dev.weir.config;

import dev.weir.catalog.FileCatalog;
import dev.weir.clients.ApiKey;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.config.management.WeirEndpoint;
import dev.weir.events.Publication;
import dev.weir.network.Network;
import dev.weir.rights.Folders;
import dev.weir.rights.Rights;
import dev.weir.throttle.Chunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.util.unit.DataSize;

/** Checks and reads the configuration keys {@code weir.plans.*} and {@code weir.clients[n].*}. */
final class PlanSettings {
    static final String DEFAULT_PLAN = "default";

    private final Duration chunkTime;
    private final Map<String, Plan> plans = new TreeMap<>();
    private final List<Clients.Rule> rules = new ArrayList<>();

    /**
     * @param publisherToken the key of the event publisher, which no other client may have; null if none is configured
     * @throws BadSettingException if a value is invalid
     */
    PlanSettings(WeirProperties properties, @Nullable ApiKey publisherToken) {
        chunkTime = properties.throttle().chunkTime();
        for (String reserved : List.of(WeirEndpoint.GLOBAL, LiveLimits.GLOBAL)) {
            if (properties.plans().containsKey(reserved)) {
                throw new BadSettingException(
                        "weir.plans[" + reserved + "]", "this name is reserved for the shared bucket");
            }
        }
        properties.plans().forEach((name, plan) -> plans.put(name, plan("weir.plans." + name, name, plan)));
        plans.computeIfAbsent(DEFAULT_PLAN, name -> plan("weir.plans." + name, name, allDefaults()));
        if (!plans.computeIfAbsent(EventSettings.PUBLISHER, _ -> EventSettings.PUBLISHING)
                .publish()) {
            throw new BadSettingException(
                    "weir.plans.publisher.publish",
                    "must be true: the client with the publisher's token has this plan");
        }
        Set<ApiKey> keys = new HashSet<>();
        if (publisherToken != null) {
            keys.add(publisherToken);
        }
        for (int i = 0; i < properties.clients().size(); i++) {
            String key = "weir.clients[" + i + "]";
            Clients.Rule rule = rule(key, properties.clients().get(i));
            if (rule.key() != null && !keys.add(rule.key())) {
                throw new BadSettingException(
                        key + ".key", "is already the key of another client, or the publisher's token");
            }
            rules.add(rule);
        }
    }

    Map<String, Plan> byName() {
        return Map.copyOf(plans);
    }

    /** Returns the rules that assign plans to clients, in the order of the configuration. */
    List<Clients.Rule> rules() {
        return List.copyOf(rules);
    }

    /**
     * Returns the plan with this name.
     *
     * @param key the configuration key whose value is {@code name}; only for the message of the exception
     * @throws BadSettingException if there is no such plan
     */
    Plan named(String name, String key) {
        Plan plan = plans.get(name);
        if (plan == null) {
            throw new BadSettingException(key, "there is no plan '" + name + "'; there are " + plans.keySet());
        }
        return plan;
    }

    private Plan plan(String key, String name, WeirProperties.PlanProperties plan) {
        long rate = plan.rate().toBytes();
        DataSize capacity = plan.capacity();
        return Settings.checked(
                key,
                () -> new Plan(
                                name,
                                rate,
                                capacity == null ? Chunk.bytes(Math.max(0, rate), chunkTime) : capacity.toBytes(),
                                plan.weight(),
                                plan.maxDownloads(),
                                plan.maxSubscribers(),
                                plan.requestsPerSecond(),
                                plan.blocked(),
                                plan.publish(),
                                rights(key, plan))
                        .check(chunkTime));
    }

    private static Rights rights(String key, WeirProperties.PlanProperties plan) {
        List<String> folders = new ArrayList<>();
        for (String name : named(key + ".read-folders", plan.readFolders())) {
            String folder = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
            if (!FileCatalog.isName(folder)) {
                throw new BadSettingException(
                        key + ".read-folders", "'" + name + "' is no folder name, such as reports/2026");
            }
            folders.add(folder);
        }
        return new Rights(
                Folders.of(folders),
                topics(key + ".read-topics", plan.readTopics()),
                topics(key + ".publish-topics", plan.publishTopics()));
    }

    private static Set<String> topics(String key, @Nullable List<String> topics) {
        List<String> names = named(key, topics);
        for (String name : names) {
            if (!Publication.isName(name)) {
                throw new BadSettingException(
                        key, "'" + name + "' is no topic: use 1 to 128 characters without control characters");
            }
        }
        return Set.copyOf(names);
    }

    /**
     * Returns the names, or an empty list if the configuration key {@code key} is absent. An empty list allows
     * everything, so a key that is present but has no names is refused.
     */
    private static List<String> named(String key, @Nullable List<String> names) {
        if (names != null && names.isEmpty()) {
            throw new BadSettingException(key, "is empty; name at least one, or leave the key out to allow all");
        }
        return names == null ? List.of() : names;
    }

    private Clients.Rule rule(String key, WeirProperties.ClientProperties client) {
        if ((client.key() == null) == (client.address() == null)) {
            throw new BadSettingException(key, "needs either a key or an address");
        }
        return new Clients.Rule(
                key,
                Settings.read(key + ".key", client.key(), ApiKey::parse),
                Settings.read(key + ".address", client.address(), Network::parse),
                named(client.plan(), key + ".plan"));
    }

    private static WeirProperties.PlanProperties allDefaults() {
        return new Binder(List.of()).bindOrCreate("plan", WeirProperties.PlanProperties.class);
    }
}
