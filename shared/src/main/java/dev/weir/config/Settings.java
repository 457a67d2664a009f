package dev.weir.config;

import dev.weir.throttle.ApiKey;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Clients;
import dev.weir.throttle.Network;
import dev.weir.throttle.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.util.unit.DataSize;

/**
 * What the keys {@code weir.*} mean: plans by name, who has which, and the global bucket.
 *
 * <p>Made once, at start. A value that makes no sense is a {@link BadSettingException} that names its key.
 */
public final class Settings {
    private static final String DEFAULT_PLAN = "default";
    /** 1 PiB: beyond any network, and far from where sums of 64 bits end. */
    private static final long MOST_BYTES = 1L << 50;

    private static final int MOST_WEIGHT = 1000;

    private final WeirProperties properties;
    private final Map<String, Plan> plans = new TreeMap<>();
    private final List<Clients.Rule> rules = new ArrayList<>();

    public Settings(WeirProperties properties) {
        this.properties = properties;
        Duration chunkTime = properties.throttle().chunkTime();
        if (chunkTime.compareTo(Duration.ofMillis(1)) < 0 || chunkTime.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new BadSettingException("weir.throttle.chunk-time", "must be from 1ms to 10s");
        }
        atLeastOne("weir.throttle.max-clients", properties.throttle().maxClients());
        atLeastOne("weir.files.max-downloads", properties.files().maxDownloads());
        capacity("weir.throttle.capacity", properties.throttle().capacity(), rate());
        checkRoot(properties.files().root());
        properties.plans().forEach((name, plan) -> plans.put(name, plan("weir.plans." + name, name, plan)));
        plans.computeIfAbsent(DEFAULT_PLAN, name -> plan("weir.plans." + name, name, allDefaults()));
        for (int i = 0; i < properties.clients().size(); i++) {
            rules.add(rule("weir.clients[" + i + "]", properties.clients().get(i)));
        }
    }

    /** The global rate in bytes a second; 0 means no limit. */
    public long rate() {
        return bytes("weir.throttle.rate", properties.throttle().rate());
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
                properties.throttle().maxClients(), properties.files().maxDownloads());
    }

    /** The plan of clients that no rule names. */
    public Plan others() {
        return plan(DEFAULT_PLAN, "weir.plans");
    }

    public List<Clients.Rule> rules() {
        return List.copyOf(rules);
    }

    private Plan plan(String name, String key) {
        Plan plan = plans.get(name);
        if (plan == null) {
            throw new BadSettingException(key, "there is no plan '" + name + "'; there are " + plans.keySet());
        }
        return plan;
    }

    private Plan plan(String key, String name, WeirProperties.Plan plan) {
        long rate = bytes(key + ".rate", plan.rate());
        DataSize capacity = plan.capacity();
        atLeastOne(key + ".weight", plan.weight());
        if (plan.weight() > MOST_WEIGHT) {
            throw new BadSettingException(key + ".weight", "must be at most " + MOST_WEIGHT);
        }
        atLeastOne(key + ".max-downloads", plan.maxDownloads());
        atLeastOne(key + ".max-subscribers", plan.maxSubscribers());
        atLeastOne(key + ".requests-per-second", plan.requestsPerSecond());
        return new Plan(
                name,
                rate,
                capacity == null ? Chunk.bytes(rate, chunkTime()) : capacity(key + ".capacity", capacity, rate),
                plan.weight(),
                plan.maxDownloads(),
                plan.maxSubscribers(),
                plan.requestsPerSecond(),
                plan.blocked(),
                plan.publish());
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

    private static <T> @Nullable T read(String key, @Nullable String text, Function<String, T> parse) {
        try {
            return text == null ? null : parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new BadSettingException(key, String.valueOf(e.getMessage()));
        }
    }

    private long capacity(String key, DataSize capacity, long rate) {
        long bytes = bytes(key, capacity);
        long chunk = Chunk.bytes(rate, chunkTime());
        if (bytes < chunk) {
            throw new BadSettingException(key, bytes + " bytes is below one chunk, which is " + chunk + " bytes");
        }
        return bytes;
    }

    private static long bytes(String key, DataSize size) {
        if (size.isNegative() || size.toBytes() > MOST_BYTES) {
            throw new BadSettingException(key, "must be from 0 to 1024 TB, not " + size.toBytes() + " bytes");
        }
        return size.toBytes();
    }

    private static void atLeastOne(String key, int value) {
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
