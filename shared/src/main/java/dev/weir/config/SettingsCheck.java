package dev.weir.config;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Reads the settings before anything is started, so that a bad value is all that is told. */
final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Binder binder = Binder.get(context.getEnvironment());
        var _ = new Settings(binder.bindOrCreate("weir", WeirProperties.class));
    }
}
