package dev.weir.contract.server;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.MalformedRequestException;
import dev.weir.contract.connection.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** A server that serves {@link SuiteFiles}. Tests reach it by its ports. It runs during one test class. */
public abstract class RunningServer implements BeforeAllCallback, AfterAllCallback, TestWatcher {
    public static final String HEALTH = "/actuator/health";
    public static final String READINESS = HEALTH + "/readiness";

    /** How many characters at the end of the server's log are printed when a test fails. */
    private static final int SHOWN_CHARACTERS = 4_000;

    final Transport transport;
    private @Nullable SuiteFiles files;

    protected RunningServer(Transport transport) {
        this.transport = transport;
    }

    @Override
    public abstract void beforeAll(ExtensionContext test) throws IOException;

    @Override
    public abstract void afterAll(ExtensionContext test) throws IOException;

    public abstract int port();

    public abstract int managementPort();

    final SuiteFiles makeFiles() throws IOException {
        return use(new SuiteFiles());
    }

    public final SuiteFiles use(SuiteFiles made) {
        files = made;
        return made;
    }

    public final void deleteFiles() throws IOException {
        if (files != null) {
            files.close();
        }
    }

    public SuiteFiles files() {
        return Objects.requireNonNull(files, "not started");
    }

    public boolean isSecured() {
        return transport.isSecured();
    }

    public Connection connect(String from) {
        return transport.connect(from, port());
    }

    public Http2Connection connectOfHttp2(int streamWindow) {
        return transport.connect("127.0.0.1", port(), streamWindow);
    }

    /**
     * Returns whether a request on a new connection from this address is answered with 200. A server with too many
     * connections closes the new one instead.
     */
    public boolean serves(String from) {
        try (Connection connection = connect(from)) {
            return connection.send("GET", "/").answer().status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    public Connection open(String method, String target, String... fields) {
        return connect("127.0.0.1").send(method, target, fields);
    }

    public Answer ask(String method, String target, String... fields) {
        try (Connection connection = open(method, target, fields)) {
            return connection.answer();
        }
    }

    public Answer get(String target, String... fields) {
        return ask("GET", target, fields);
    }

    /**
     * Sends a GET on a new connection and returns the answer. Returns empty if Reactor Netty refuses the request as
     * malformed HTTP/2 before Weir sees it. Reactor Netty then resets the stream, or answers 400 without content (RFC
     * 9113, 8.1.1).
     */
    public Optional<Answer> getUnlessMalformed(String target) {
        try {
            Answer answer = get(target);
            boolean malformed = transport.isHttp2() && answer.status() == 400 && answer.body().length == 0;
            return malformed ? Optional.empty() : Optional.of(answer);
        } catch (MalformedRequestException e) {
            return Optional.empty();
        }
    }

    public int management(String path) {
        return manage(path).status();
    }

    /** Sends a GET request to the management port, and returns the answer. */
    public Answer manage(String path, String... fields) {
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", managementPort())) {
            return connection.send("GET", path, fields).answer();
        }
    }

    @Override
    public void testFailed(ExtensionContext test, @Nullable Throwable failure) {
        String log = log();
        System.out.printf(
                "%s failed. Last in the server's log:%n%s%n",
                test.getDisplayName(), log.substring(Math.max(0, log.length() - SHOWN_CHARACTERS)));
    }

    public String log() {
        try {
            return Files.readString(files().log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
