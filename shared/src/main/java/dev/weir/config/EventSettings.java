package dev.weir.config;

import dev.weir.clients.ApiKey;
import dev.weir.clients.Plan;
import dev.weir.events.EventLimits;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks and reads the configuration keys {@code weir.events.*}. */
public final class EventSettings {
    /**
     * The name of the built-in client that publishes events, and of its plan, which is a set of limits. If
     * {@code weir.plans} does not configure this plan, it has practically no limits.
     */
    static final String PUBLISHER = "publisher";

    private static final int PLENTY = 1_000_000;
    static final Plan PUBLISHING = new Plan(PUBLISHER, 0, 0, 1, PLENTY, PLENTY, PLENTY, false, true);

    private static final int MOST_HISTORY = 10_000_000;
    private static final Pattern ORIGIN = Pattern.compile("\\*|[a-z][a-z0-9+.-]*://[^/\\s]+");
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final WeirProperties.Events properties;
    private final @Nullable ApiKey token;

    EventSettings(WeirProperties.Events properties) {
        this.properties = properties;
        Settings.atLeastOne("weir.events.history", properties.history());
        if (properties.history() > MOST_HISTORY) {
            throw new BadSettingException("weir.events.history", "must be at most " + MOST_HISTORY);
        }
        properties.allowedOrigins().forEach(EventSettings::origin);
        Settings.atLeastOne("weir.events.max-subscribers", properties.maxSubscribers());
        if (properties.historySize().toBytes() < 1) {
            throw new BadSettingException("weir.events.history-size", "must be at least 1 byte");
        }
        duration("weir.events.heartbeat", properties.heartbeat());
        duration("weir.events.stall-limit", properties.stallLimit());
        token = Settings.read("weir.events.publisher-token", properties.publisherToken(), ApiKey::parse);
    }

    public EventLimits limits() {
        return new EventLimits(
                properties.history(),
                properties.historySize().toBytes(),
                properties.heartbeat(),
                properties.stallLimit());
    }

    @Nullable
    public ApiKey token() {
        return token;
    }

    private static void origin(String text) {
        if (!ORIGIN.matcher(text).matches()) {
            throw new BadSettingException(
                    "weir.events.allowed-origins", "'" + text + "' is no origin, like https://example.org");
        }
    }

    static void duration(String key, Duration value) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
            throw new BadSettingException(key, "must be from 10ms to 1h");
        }
    }
}
