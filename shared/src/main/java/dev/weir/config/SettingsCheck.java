package dev.weir.config;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Reads the settings before anything is started, so that a bad value is all that is told. */
final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String model = context.getEnvironment().getProperty("weir.model");
        if (model != null && model.isBlank()) { // which binds as if it were absent, and selects nothing
            throw new BadSettingException("weir.model", "must not be empty");
        }
        Binder binder = Binder.get(context.getEnvironment());
        WeirProperties properties = binder.bindOrCreate("weir", WeirProperties.class);
        var _ = new Settings(properties);
        SoapSettings.check(properties.soap());
    }
}
