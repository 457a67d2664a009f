package dev.weir.contract;

import dev.weir.throttle.Throttle;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that serves {@link SuiteFiles} as {@link SuiteSettings} say, for as long as a test class runs. */
public final class StartedServer implements BeforeAllCallback, AfterAllCallback {
    private final Class<?>[] sources;
    private final List<String> settings;
    private @Nullable SuiteFiles files;
    private @Nullable ConfigurableApplicationContext context;

    private StartedServer(Class<?>[] sources, List<String> settings) {
        this.sources = sources;
        this.settings = settings;
    }

    /** The application, with settings of its own as {@code --key=value}. */
    public static StartedServer of(Class<?> application, String... settings) {
        return new StartedServer(new Class<?>[] {application}, List.of(settings));
    }

    /** The same with more beans: those of a class of bean methods. */
    public StartedServer with(Class<?> beans) {
        return new StartedServer(new Class<?>[] {sources[0], beans}, settings);
    }

    @Override
    public void beforeAll(ExtensionContext test) throws IOException {
        files = new SuiteFiles();
        context = new SpringApplicationBuilder(sources)
                .registerShutdownHook(false)
                .run(SuiteSettings.arguments(files, settings).toArray(String[]::new));
    }

    @Override
    public void afterAll(ExtensionContext test) throws IOException {
        if (context != null) {
            context.close();
        }
        if (files != null) {
            files.close();
        }
    }

    int port() {
        return Integer.parseInt(context().getEnvironment().getRequiredProperty("local.server.port"));
    }

    int managementPort() {
        return Integer.parseInt(context().getEnvironment().getRequiredProperty("local.management.port"));
    }

    /** A connection from a loopback address, each of which is another client. */
    Connection connect(String from) {
        return new Connection(from, port());
    }

    /** Sends a request on a connection of its own and leaves the answer to be read. */
    Connection open(String method, String target, String... fields) {
        return connect("127.0.0.1").send(method, target, fields);
    }

    /** The answer to a request on a connection of its own. */
    Answer ask(String method, String target, String... fields) {
        try (Connection connection = open(method, target, fields)) {
            return connection.answer();
        }
    }

    /** The answer to a GET on a connection of its own. */
    Answer get(String target, String... fields) {
        return ask("GET", target, fields);
    }

    /** What a meter shows now. */
    double meter(String name) {
        return context()
                .getBean(MeterRegistry.class)
                .get(name)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    Throttle throttle() {
        return context().getBean(Throttle.class);
    }

    SuiteFiles files() {
        return Objects.requireNonNull(files, "not started");
    }

    /** What was logged so far, by everything on the suite's levels. */
    String log() {
        try {
            return Files.readString(files().log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ConfigurableApplicationContext context() {
        return Objects.requireNonNull(context, "not started");
    }
}
