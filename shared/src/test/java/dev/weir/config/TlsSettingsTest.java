package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.tls.TlsProvider;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests the configuration key {@code weir.tls.provider} (A05). */
class TlsSettingsTest {
    @Test
    void a05_aLibraryThatDoesNotLoadStopsTheStartWithItsKey() {
        assertThatExceptionOfType(BadSettingException.class)
                .isThrownBy(() -> settings("native").tlsProvider(() -> false))
                .withMessageStartingWith("weir.tls.provider: ");
    }

    @Test
    void a05_theKeyChoosesTheImplementation() {
        assertThat(settings("native").tlsProvider(() -> true)).isEqualTo(TlsProvider.NATIVE);
        assertThat(settings("jdk").tlsProvider(() -> true)).isEqualTo(TlsProvider.JDK);
        assertThat(settings("auto").tlsProvider(() -> false)).isEqualTo(TlsProvider.JDK);
    }

    private static Settings settings(String provider) {
        MapConfigurationPropertySource keys = new MapConfigurationPropertySource(Map.of("weir.tls.provider", provider));
        return new Settings(new Binder(keys).bindOrCreate("weir", WeirProperties.class));
    }
}
