package dev.weir.config;

import dev.weir.clients.ApiKey;
import dev.weir.clients.BadLimitException;
import dev.weir.clients.Clients;
import dev.weir.clients.Network;
import dev.weir.clients.Plan;
import dev.weir.clients.Proxies;
import dev.weir.connection.ConnectionLimits;
import dev.weir.throttle.Chunk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.util.unit.DataSize;

/**
 * Checks the keys {@code weir.*} and makes the limits from them: plans by name, the rules that assign plans, and the
 * global bucket.
 *
 * <p>Made once, at the start. An invalid value throws a {@link BadSettingException} that names its key. Immutable.
 */
public final class Settings {
    private static final String DEFAULT_PLAN = "default";
    private final WeirProperties properties;
    private final ConnectionLimits connections;
    private final EventSettings events;
    private final Map<String, Plan> plans = new TreeMap<>();
    private final List<Clients.Rule> rules = new ArrayList<>();
    private final List<Network> proxies = new ArrayList<>();

    public Settings(WeirProperties properties) {
        this.properties = properties;
        Duration chunkTime = properties.throttle().chunkTime();
        if (chunkTime.compareTo(Duration.ofMillis(1)) < 0 || chunkTime.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new BadSettingException("weir.throttle.chunk-time", "must be from 1ms to 10s");
        }
        atLeastOne("weir.throttle.max-clients", properties.throttle().maxClients());
        atLeastOne("weir.files.max-downloads", properties.files().maxDownloads());
        checked("weir.throttle", () -> {
            Plan.check(rate(), capacity(), chunkTime());
            return true;
        });
        properties
                .trustedProxies()
                .forEach(network ->
                        proxies.add(Objects.requireNonNull(read("weir.trusted-proxies", network, Network::parse))));
        atLeastOne("weir.http2.max-concurrent-streams", properties.http2().maxConcurrentStreams());
        checkRoot(properties.files().root());
        connections = ConnectionSettings.limits(properties.connections());
        ManagementSettings.check(properties.management().hosts());
        events = new EventSettings(properties.events());
        if (properties.plans().containsKey(WeirEndpoint.GLOBAL)) {
            throw new BadSettingException(
                    "weir.plans." + WeirEndpoint.GLOBAL, "this name is reserved for the shared bucket");
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
        if (events.token() != null) {
            keys.add(events.token());
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

    /** The global rate in bytes a second; 0 means no limit. */
    public long rate() {
        return properties.throttle().rate().toBytes();
    }

    /** The global capacity in bytes. */
    public long capacity() {
        return properties.throttle().capacity().toBytes();
    }

    public Duration chunkTime() {
        return properties.throttle().chunkTime();
    }

    public Clients.Limits limits() {
        return new Clients.Limits(
                properties.throttle().maxClients(),
                properties.files().maxDownloads(),
                properties.events().maxSubscribers());
    }

    /** The limits that apply to each connection. */
    public ConnectionLimits connections() {
        return connections;
    }

    /** The settings of {@code weir.events.*}. */
    public EventSettings events() {
        return events;
    }

    /** The rule that lets the holder of {@code key} publish. */
    public Clients.Rule publisher(ApiKey key) {
        return new Clients.Rule(EventSettings.PUBLISHER, key, null, plan(EventSettings.PUBLISHER, "weir.plans"));
    }

    /** The plan of clients that no rule names. */
    public Plan others() {
        return plan(DEFAULT_PLAN, "weir.plans");
    }

    public List<Clients.Rule> rules() {
        return List.copyOf(rules);
    }

    /** All plans by name. */
    public Map<String, Plan> plans() {
        return Map.copyOf(plans);
    }

    /** The trusted proxies. */
    public Proxies proxies() {
        return new Proxies(proxies);
    }

    private Plan plan(String name, String key) {
        Plan plan = plans.get(name);
        if (plan == null) {
            throw new BadSettingException(key, "there is no plan '" + name + "'; there are " + plans.keySet());
        }
        return plan;
    }

    private Plan plan(String key, String name, WeirProperties.Plan plan) {
        long rate = plan.rate().toBytes();
        DataSize capacity = plan.capacity();
        return checked(
                key,
                () -> new Plan(
                                name,
                                rate,
                                capacity == null ? Chunk.bytes(Math.max(0, rate), chunkTime()) : capacity.toBytes(),
                                plan.weight(),
                                plan.maxDownloads(),
                                plan.maxSubscribers(),
                                plan.requestsPerSecond(),
                                plan.blocked(),
                                plan.publish())
                        .check(chunkTime()));
    }

    private Clients.Rule rule(String key, WeirProperties.Client client) {
        if ((client.key() == null) == (client.address() == null)) {
            throw new BadSettingException(key, "needs either a key or an address");
        }
        return new Clients.Rule(
                key,
                read(key + ".key", client.key(), ApiKey::parse),
                read(key + ".address", client.address(), Network::parse),
                plan(client.plan(), key + ".plan"));
    }

    static <T> @Nullable T read(String key, @Nullable String text, Function<String, T> parse) {
        try {
            return text == null ? null : parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new BadSettingException(key, String.valueOf(e.getMessage()));
        }
    }

    /** Turns a limit's name into the name of its key, which is written with hyphens. */
    private static <T> T checked(String key, Supplier<T> limits) {
        try {
            return limits.get();
        } catch (BadLimitException e) {
            String name = e.limit().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
            throw new BadSettingException(key + "." + name, e.reason());
        }
    }

    static void atLeastOne(String key, long value) {
        if (value < 1) {
            throw new BadSettingException(key, "must be at least 1, not " + value);
        }
    }

    private static void checkRoot(@Nullable Path root) {
        if (root != null && !(Files.isDirectory(root) && Files.isReadable(root))) {
            throw new BadSettingException("weir.files.root", "'" + root + "' is not a folder that can be read");
        }
    }

    private static WeirProperties.Plan allDefaults() {
        return new Binder(List.of()).bindOrCreate("plan", WeirProperties.Plan.class);
    }
}
