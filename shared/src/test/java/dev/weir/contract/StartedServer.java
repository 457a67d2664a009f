package dev.weir.contract;

import dev.weir.catalog.FileCatalog;
import dev.weir.events.EventLog;
import dev.weir.throttle.Throttle;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A server with {@link SuiteFiles} and {@link SuiteSettings}. It runs during one test class. */
public final class StartedServer implements BeforeAllCallback, AfterAllCallback, TestWatcher {
    /** How many characters of the end of the log are printed for a failed test. */
    private static final int SHOWN_CHARACTERS = 4_000;

    private final Class<?>[] sources;
    private final List<String> settings;
    private final Transport transport;
    private @Nullable SuiteFiles files;
    private @Nullable ConfigurableApplicationContext context;

    private StartedServer(Class<?>[] sources, List<String> settings, Transport transport) {
        this.sources = sources;
        this.settings = settings;
        this.transport = transport;
    }

    /** Creates a server. The settings, as {@code --key=value}, replace those of {@link SuiteSettings}. */
    public static StartedServer of(Class<?> application, String... settings) {
        return new StartedServer(new Class<?>[] {application}, List.of(settings), Transport.CLEAR);
    }

    /** Returns the same server with the beans that a class of bean methods adds. */
    public StartedServer with(Class<?> beans) {
        return new StartedServer(new Class<?>[] {sources[0], beans}, settings, transport);
    }

    /** Returns the same server with another transport. */
    public StartedServer over(Transport other) {
        List<String> all =
                Stream.concat(settings.stream(), other.settings().stream()).toList();
        return new StartedServer(sources, all, other);
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

    boolean isSecured() {
        return transport.isSecured();
    }

    /**
     * Whether the server writes bodies directly to the socket. It does not over TLS, over HTTP/2 or in the style {@code
     * idiomatic}.
     */
    boolean writesToTheSocket() {
        return transport == Transport.CLEAR && !settings.contains("--weir.style=idiomatic");
    }

    /** Connects from a loopback address. Each address is a client of its own. */
    Connection connect(String from) {
        return transport.connect(from, port());
    }

    /** Connects with HTTP/2. The initial window of each stream has this size in bytes. */
    Http2Connection connectOfHttp2(int streamWindow) {
        return transport.connect("127.0.0.1", port(), streamWindow);
    }

    /**
     * Whether a new connection from this address gets an answer. A server over its limit closes the connection instead.
     */
    boolean serves(String from) {
        try (Connection connection = connect(from)) {
            return connection.send("GET", "/").answer().status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Sends a request on a new connection. The caller reads the answer. */
    Connection open(String method, String target, String... fields) {
        return connect("127.0.0.1").send(method, target, fields);
    }

    Answer ask(String method, String target, String... fields) {
        try (Connection connection = open(method, target, fields)) {
            return connection.answer();
        }
    }

    Answer get(String target, String... fields) {
        return ask("GET", target, fields);
    }

    /**
     * Sends a GET on a new connection and returns the answer. Returns empty if Reactor Netty refuses the request as
     * malformed HTTP/2 before Weir sees it. It then resets the stream or answers 400 without content (RFC 9113, 8.1.1).
     */
    Optional<Answer> getUnlessMalformed(String target) {
        try {
            Answer answer = get(target);
            boolean malformed = transport.isHttp2() && answer.status() == 400 && answer.body().length == 0;
            return malformed ? Optional.empty() : Optional.of(answer);
        } catch (MalformedRequestException e) {
            return Optional.empty();
        }
    }

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

    EventLog events() {
        return context().getBean(EventLog.class);
    }

    Throttle throttle() {
        return context().getBean(Throttle.class);
    }

    FileCatalog catalog() {
        return context().getBean(FileCatalog.class);
    }

    SuiteFiles files() {
        return Objects.requireNonNull(files, "not started");
    }

    /** Stops serving clients, but not management. */
    void stopServing() {
        try { // by reflection, because each server has its own type of web server
            Object server = context().getClass().getMethod("getWebServer").invoke(context());
            server.getClass().getMethod("stop").invoke(server);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a GET to the management port and returns the status of the answer. */
    int management(String path) {
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", managementPort())) {
            return connection.send("GET", path).answer().status();
        }
    }

    @Override
    public void testFailed(ExtensionContext test, @Nullable Throwable failure) {
        String log = log();
        System.out.printf(
                "%s failed. Last in the server's log:%n%s%n",
                test.getDisplayName(), log.substring(Math.max(0, log.length() - SHOWN_CHARACTERS)));
    }

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
