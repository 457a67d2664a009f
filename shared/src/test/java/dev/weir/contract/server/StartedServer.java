package dev.weir.contract.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.catalog.FileCatalog;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.events.EventLog;
import dev.weir.throttle.Throttle;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A server in this process, with the settings in {@link SuiteSettings}. */
public final class StartedServer extends TestedServer {
    /** The text by which tests find the log line about requests that the server has cut off. */
    public static final String CUT_OFF = "cut off ";

    private static final String STOP_LIMIT = "spring.lifecycle.timeout-per-shutdown-phase";

    private final Class<?>[] sources;
    private final List<String> settings;
    private @Nullable ConfigurableApplicationContext context;

    private StartedServer(Class<?>[] sources, List<String> settings, Transport transport) {
        super(transport);
        this.sources = sources;
        this.settings = settings;
    }

    public static StartedServer of(Class<?> application, String... settings) {
        return new StartedServer(new Class<?>[] {application}, List.of(settings), Transport.CLEAR);
    }

    public StartedServer with(Class<?> beans) {
        return new StartedServer(new Class<?>[] {sources[0], beans}, settings, transport);
    }

    public StartedServer over(Transport other) {
        List<String> all =
                Stream.concat(settings.stream(), other.settings().stream()).toList();
        return new StartedServer(sources, all, other);
    }

    @Override
    public void beforeAll(ExtensionContext test) throws IOException {
        List<String> arguments = SuiteSettings.arguments(makeFiles(), settings);
        AnnotationSupport.findAnnotation(test.getRequiredTestClass(), WithSetting.class)
                .ifPresent(setting -> arguments.add(setting.value()));
        if (setting("weir.style").equals("idiomatic") && setting(STOP_LIMIT).isEmpty()) {
            arguments.add("--" + STOP_LIMIT + "=2s"); // an idiomatic server still waits for clients that have left
        }
        context = new SpringApplicationBuilder(sources)
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new));
    }

    @Override
    public void afterAll(ExtensionContext test) throws IOException {
        try {
            if (context != null) {
                boolean isChecked = AnnotationSupport.isAnnotated(test.getRequiredTestClass(), LeavesNothingOpen.class);
                stop(context, isChecked && !setting("weir.style").equals("idiomatic"));
            }
        } finally {
            deleteFiles();
        }
    }

    /**
     * Stops the server. If {@code isChecked}, also checks rule A03: the server does not wait for a connection that has
     * no request. If this fails, check what the server waits for.
     */
    private void stop(ConfigurableApplicationContext started, boolean isChecked) {
        if (!isChecked) {
            started.close();
            return;
        }
        try (Connection idle = connect("127.0.0.1")) {
            idle.send("GET", "/").answer().assertStatus(200);
            started.close();
        }
        assertThat(log()).contains("stopping; 0 downloads ").doesNotContain(CUT_OFF);
    }

    @Override
    public int port() {
        return Integer.parseInt(context().getEnvironment().getRequiredProperty("local.server.port"));
    }

    @Override
    public int managementPort() {
        return Integer.parseInt(context().getEnvironment().getRequiredProperty("local.management.port"));
    }

    @Override
    public boolean writesToTheSocket() {
        return transport == Transport.CLEAR && !setting("weir.style").equals("idiomatic");
    }

    @Override
    public String model() {
        String model = setting("weir.model");
        return model.isEmpty() ? (sources[0].getName().startsWith("dev.weir.reactive.") ? "reactive" : "async") : model;
    }

    @Override
    public String setting(String key) {
        String argument = "--" + key + "=";
        return settings.stream()
                .filter(setting -> setting.startsWith(argument))
                .map(setting -> setting.substring(argument.length()))
                .findFirst()
                .orElse("");
    }

    @Override
    public double meter(String name) {
        return context()
                .getBean(MeterRegistry.class)
                .get(name)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    @Override
    public EventLog events() {
        return context().getBean(EventLog.class);
    }

    @Override
    public Throttle throttle() {
        return context().getBean(Throttle.class);
    }

    @Override
    public FileCatalog catalog() {
        return context().getBean(FileCatalog.class);
    }

    /** Stops the whole server. It cannot be used afterwards, but its logs can be read. */
    public void stop() {
        context().close();
    }

    @Override
    public void stopServing() {
        try { // by reflection, because each server has its own type of web server
            Object server = context().getClass().getMethod("getWebServer").invoke(context());
            server.getClass().getMethod("stop").invoke(server);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private ConfigurableApplicationContext context() {
        return Objects.requireNonNull(context, "not started");
    }
}
