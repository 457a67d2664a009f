package dev.weir.config;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Checks all settings before Spring creates any bean. So an invalid value causes one error message, not several. */
final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String model = context.getEnvironment().getProperty("weir.model");
        if (model != null
                && model.isBlank()) { // the binder would take the default, but the conditions would select no model
            throw new BadSettingException("weir.model", "must not be empty");
        }
        Binder binder = Binder.get(context.getEnvironment());
        WeirProperties properties = binder.bindOrCreate("weir", WeirProperties.class);
        var _ = new Settings(properties);
        SoapSettings.check(properties.soap());
    }
}
