package dev.weir.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.BadSettingException;
import dev.weir.config.WeirProperties;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class JettyConfigurationTest {
    @Test
    void theStyleTunedIsRefused() {
        assertThatThrownBy(() -> new JettyConfiguration(styled("tuned")))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith("weir.style: must be idiomatic");
        assertThat(new JettyConfiguration(styled("idiomatic"))).isNotNull();
    }

    private static WeirProperties styled(String style) {
        return new Binder(new MapConfigurationPropertySource(Map.of("weir.style", style)))
                .bindOrCreate("weir", WeirProperties.class);
    }
}
