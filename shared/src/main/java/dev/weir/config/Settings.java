package dev.weir.config;

import dev.weir.chain.Chain;
import dev.weir.clients.ApiKey;
import dev.weir.clients.BadLimitException;
import dev.weir.clients.Clients;
import dev.weir.clients.Plan;
import dev.weir.connection.ConnectionLimits;
import dev.weir.network.Network;
import dev.weir.network.Proxies;
import dev.weir.signing.SignedLinks;
import dev.weir.throttle.Chunk;
import dev.weir.tls.TlsProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks the configuration keys {@code weir.*} and creates the limits from them. The constructor throws a
 * {@link BadSettingException} if a value is invalid. Immutable.
 */
public final class Settings {
    private final WeirProperties properties;
    private final ConnectionLimits connections;
    private final EventSettings events;
    private final PlanSettings plans;
    private final SignedLinks links;
    private final @Nullable SoapSettings soap;
    private final List<Network> proxies = new ArrayList<>();

    public Settings(WeirProperties properties) {
        this.properties = properties;
        checkChunkTime("chunk-time", properties.throttle().chunkTime());
        checkChunkTime("max-chunk-time", properties.throttle().maxChunkTime());
        atLeastOne("weir.throttle.max-clients", properties.throttle().maxClients());
        atLeastOne("weir.files.max-downloads", properties.files().maxDownloads());
        Duration cacheTime = properties.files().cacheTime();
        if (cacheTime.isNegative() || cacheTime.compareTo(Duration.ofSeconds(1)) > 0) {
            throw new BadSettingException("weir.files.cache-time", "must be from 0s to 1s");
        }
        checked("weir.throttle", () -> {
            Plan.check(rate(), capacity(), chunkTime().usual());
            return true;
        });
        properties
                .trustedProxies()
                .forEach(network ->
                        proxies.add(Objects.requireNonNull(read("weir.trusted-proxies", network, Network::parse))));
        atLeastOne("weir.http2.max-concurrent-streams", properties.http2().maxConcurrentStreams());
        checkRoot(properties.files().root());
        connections = ConnectionSettings.limits(properties.connections());
        properties.management().check();
        read("weir.chain.downstream", properties.chain().downstream(), Chain::url);
        EventSettings.duration("weir.chain.timeout", properties.chain().timeout());
        links = SignedLinks.of(
                properties.signing(),
                InstantSource.system(),
                (id, reason) -> new BadSettingException("weir.signing.keys." + id, reason));
        read("weir.redis.uri", properties.redis().uri(), properties.redis()::parse);
        if (properties.redis().uri() != null && properties.clientKeys().file() != null) {
            throw new BadSettingException(
                    "weir.client-keys.file", "must not be set together with weir.redis.uri: Redis keeps the keys");
        }
        soap = SoapSettings.check(properties.soap());
        events = new EventSettings(properties.events());
        plans = new PlanSettings(properties, events.token());
    }

    /** Returns the rate of the token bucket that all clients share, in bytes per second. 0 means no limit. */
    public long rate() {
        return properties.throttle().rate().toBytes();
    }

    /** Returns the capacity of the token bucket that all clients share, in bytes. */
    public long capacity() {
        return properties.throttle().capacity().toBytes();
    }

    public Chunk.Time chunkTime() {
        return new Chunk.Time(
                properties.throttle().chunkTime(), properties.throttle().maxChunkTime());
    }

    public Clients.Limits limits() {
        return new Clients.Limits(
                properties.throttle().maxClients(),
                properties.files().maxDownloads(),
                properties.events().maxSubscribers());
    }

    public ConnectionLimits connections() {
        return connections;
    }

    public EventSettings events() {
        return events;
    }

    /** Returns a rule that assigns the plan {@code publisher} to the client with the given key. */
    public Clients.Rule publisher(ApiKey key) {
        return new Clients.Rule(EventSettings.PUBLISHER, key, null, plans.named(EventSettings.PUBLISHER, "weir.plans"));
    }

    /** Returns the plan named {@code default}, which a client has if no rule assigns another plan. */
    public Plan others() {
        return plans.named(PlanSettings.DEFAULT_PLAN, "weir.plans");
    }

    public List<Clients.Rule> rules() {
        return plans.rules();
    }

    public Map<String, Plan> plans() {
        return plans.byName();
    }

    /**
     * Returns the keys and limits of the SOAP service. If no key store is configured, each call creates development
     * keys, which takes much CPU time, and writes them to a new folder.
     */
    SoapSettings soap() {
        return soap != null ? soap : new SoapSettings(properties.soap());
    }

    public SignedLinks links() {
        return links;
    }

    public Proxies proxies() {
        return new Proxies(proxies);
    }

    /**
     * Returns the TLS provider to use. {@code AUTO} becomes {@code NATIVE} if the server can use its native library,
     * and {@code JDK} otherwise.
     *
     * @param library loads the server's native TLS library, and returns whether the server can use it
     * @throws BadSettingException if {@code NATIVE} is configured, but the library cannot be used
     */
    public TlsProvider tlsProvider(BooleanSupplier library) {
        return properties
                .tls()
                .provider()
                .resolve(library)
                .orElseThrow(() -> new BadSettingException(
                        "weir.tls.provider",
                        "no native TLS library can be used here with the server's key; use 'jdk' or 'auto'"));
    }

    static <T> @Nullable T read(String key, @Nullable String text, Function<String, T> parse) {
        try {
            return text == null ? null : parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new BadSettingException(key, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the result of {@code limits}. Converts a {@link BadLimitException} to a {@link BadSettingException} for
     * the configuration key {@code <key>.<limit>}. In this key, the limit's name has hyphens instead of camel case.
     */
    static <T> T checked(String key, Supplier<T> limits) {
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

    private static void checkChunkTime(String key, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new BadSettingException("weir.throttle." + key, "must be from 1ms to 10s");
        }
    }

    private static void checkRoot(@Nullable Path root) {
        if (root != null && !(Files.isDirectory(root) && Files.isReadable(root))) {
            throw new BadSettingException("weir.files.root", "'" + root + "' is not a folder that can be read");
        }
    }
}
