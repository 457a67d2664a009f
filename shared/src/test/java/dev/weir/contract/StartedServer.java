package dev.weir.contract;

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

/** An application that serves {@link SuiteFiles} with {@link SuiteSettings}, for as long as a test class runs. */
public final class StartedServer implements BeforeAllCallback, AfterAllCallback, TestWatcher {
    /** The last characters of the log that are shown for a failed test. */
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

    /** An application with settings of its own, as {@code --key=value}. */
    public static StartedServer of(Class<?> application, String... settings) {
        return new StartedServer(new Class<?>[] {application}, List.of(settings), Transport.CLEAR);
    }

    /** The same server with more beans, from a class of bean methods. */
    public StartedServer with(Class<?> beans) {
        return new StartedServer(new Class<?>[] {sources[0], beans}, settings, transport);
    }

    /** The same server, reached over another transport. */
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

    /** Whether a connection begins with a TLS handshake. */
    boolean isSecured() {
        return transport.isSecured();
    }

    /** Whether bodies go directly to the socket, without plain Spring, TLS or HTTP/2 in between. */
    boolean writesToTheSocket() {
        return transport == Transport.CLEAR && !settings.contains("--weir.style=idiomatic");
    }

    /** A connection from a loopback address. Each address is another client. */
    Connection connect(String from) {
        return transport.connect(from, port());
    }

    /** A connection of HTTP/2 with this window for each stream. */
    Http2Connection connectOfHttp2(int streamWindow) {
        return transport.connect("127.0.0.1", port(), streamWindow);
    }

    /** Whether a new connection from this address gets an answer. It may be closed instead. */
    boolean serves(String from) {
        try (Connection connection = connect(from)) {
            return connection.send("GET", "/").answer().status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Sends a request on a new connection, and leaves the answer to be read. */
    Connection open(String method, String target, String... fields) {
        return connect("127.0.0.1").send(method, target, fields);
    }

    /** The answer to a request on a new connection. */
    Answer ask(String method, String target, String... fields) {
        try (Connection connection = open(method, target, fields)) {
            return connection.answer();
        }
    }

    /** The answer to a GET on a new connection. */
    Answer get(String target, String... fields) {
        return ask("GET", target, fields);
    }

    /**
     * The answer to a GET on a new connection. Empty if HTTP/2 calls the request malformed and the server resets its
     * stream or answers 400 without content (RFC 9113, 8.1.1). Reactor Netty does so before Weir sees the request.
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

    /** The current value of a meter. */
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

    SuiteFiles files() {
        return Objects.requireNonNull(files, "not started");
    }

    /** Stops serving clients, as if all serving threads hung. Management goes on. */
    void stopServing() {
        try { // by name, because each server has a type of its own for it
            Object server = context().getClass().getMethod("getWebServer").invoke(context());
            server.getClass().getMethod("stop").invoke(server);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The status of management's answer at this path. */
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

    /** The log so far, on the suite's levels. */
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
