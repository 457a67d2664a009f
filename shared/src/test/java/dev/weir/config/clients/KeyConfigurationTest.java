package dev.weir.config.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.ApiKey;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plans;
import dev.weir.clients.keys.Assignment;
import dev.weir.clients.keys.KeyStore;
import dev.weir.config.Settings;
import dev.weir.config.WeirProperties;
import dev.weir.throttle.ManualTime;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests which changes of the publisher's API key are stored (C07). */
class KeyConfigurationTest {
    private static final String KEY = "key of the publisher";

    private final List<ApiKey> kept = new ArrayList<>();

    @Test
    void c07_aConfiguredKeyOfThePublisherIsKept() {
        movePublisher(Map.of("weir.events.publisher-token", KEY));
        assertThat(kept).containsExactly(ApiKey.parse(KEY));
    }

    /**
     * A key that the server generates at its start must not be stored, because the next start generates another one.
     */
    @Test
    void c07_aKeyThatIsMadeAtTheStartIsNotKept() {
        movePublisher(Map.of());
        assertThat(kept).isEmpty();
    }

    /** Moves the publisher's key to another plan, in a server with this configuration. */
    private void movePublisher(Map<String, String> configuration) {
        Settings settings = new Settings(new Binder(new MapConfigurationPropertySource(configuration))
                .bindOrCreate("weir", WeirProperties.class));
        Clients.Rule publisher = settings.publisher(ApiKey.parse(KEY));
        ManualTime time = new ManualTime();
        Throttle throttle = new Throttle(new TokenBucket(0, 0, 0), settings.chunkTime(), time, time);
        Plans plans = new Plans(
                List.of(publisher), settings.others(), settings.plans().values());
        Clients clients = new Clients(throttle, List.of(publisher), plans, settings.limits(), time);
        LiveLimits limits =
                new LiveLimits(throttle, clients, settings.chunkTime(), new LiveLimits.Bucket(0, 0), settings.plans());
        new KeyConfiguration()
                .clientKeys(settings, publisher, limits, new Recorder())
                .put(ApiKey.parse(KEY), "default");
    }

    private final class Recorder implements KeyStore {
        @Override
        public void open(Consumer<Map<ApiKey, Assignment>> listener) {
            listener.accept(Map.of());
        }

        @Override
        public void change(ApiKey key, @Nullable Assignment assignment) {
            kept.add(key);
        }
    }
}
