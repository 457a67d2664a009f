package dev.weir.contract.external;

import dev.weir.catalog.FileCatalog;
import dev.weir.contract.connection.ClientSocket;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Http1Connection;
import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestedServer;
import dev.weir.events.EventLog;
import dev.weir.throttle.Throttle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * A running server, of this or any other project. {@code ./weir check} tests it at its address. It does not have the
 * settings in {@link SuiteSettings}. A test that needs these settings, or the server's own objects, is aborted and tells
 * the reason.
 */
public final class ExternalServer extends TestedServer implements ExecutionCondition {
    /** The JUnit configuration parameter with the server's address, as {@code http://host:port}. */
    public static final String URL = "weir.check.url";

    /** The JUnit configuration parameter with a folder whose subfolder {@code root} is served. May be absent. */
    public static final String FOLDER = "weir.check.folder";

    /** The JUnit configuration parameter with the key of a client that may publish. May be absent. */
    public static final String KEY = "weir.check.key";

    /** The JUnit configuration parameter with the rate limit of one client, in bytes per second. May be absent. */
    public static final String RATE = "weir.check.rate";

    private static final String CLIENT = "127.0.0.1";

    private @Nullable URI url;
    private @Nullable String key;
    private Optional<Long> rate = Optional.empty();
    private boolean hasFiles;

    public ExternalServer() {
        super(Transport.CLEAR); // connect() may secure it
    }

    @Override
    public void beforeAll(ExtensionContext test) throws IOException {
        WSSConfig.init(); // for messages of attackers
        url = URI.create(test.getConfigurationParameter(URL).orElseThrow());
        key = test.getConfigurationParameter(KEY).orElse(null);
        rate = test.getConfigurationParameter(RATE).map(Long::valueOf);
        Optional<Path> folder = test.getConfigurationParameter(FOLDER).map(Path::of);
        if (folder.isPresent()) {
            use(new UnloggedFiles(folder.get()));
            hasFiles = true;
            Runtime.getRuntime().addShutdownHook(new Thread(this::deleteQuietly)); // for Ctrl-C
        }
    }

    @Override
    public void afterAll(ExtensionContext test) throws IOException {
        deleteFiles();
    }

    private void deleteQuietly() {
        try {
            deleteFiles();
        } catch (IOException e) {
            System.err.println("weir: cannot delete the files of the check: " + e.getMessage());
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        return AnnotationSupport.findAnnotation(test.getElement(), Needs.class)
                .map(needed ->
                        ConditionEvaluationResult.disabled(needs(needed.value()).getMessage()))
                .orElseGet(() -> ConditionEvaluationResult.enabled(""));
    }

    /** Returns the rate limit of one client in bytes per second. Empty if {@link #RATE} is absent. */
    public Optional<Long> rate() {
        return rate;
    }

    @Override
    public SuiteFiles files() {
        if (!hasFiles) {
            throw needs("--files");
        }
        return super.files();
    }

    @Override
    public Connection connect(String from) {
        if (!from.equals(CLIENT) && (isOfSuite(from) || !address().getAddress().isLoopbackAddress())) {
            throw needs("a client at " + from);
        }
        String protocol = isSecured() ? "http/1.1" : null;
        return new KnownConnection(new ClientSocket(from, address(), url().getHost(), protocol));
    }

    /** Returns whether the suite's settings give this address a plan, or trust this address as a proxy. */
    private static boolean isOfSuite(String from) {
        return from.startsWith("127.0.7.")
                || from.startsWith("127.0.99.")
                || from.equals(SuiteSettings.BLOCKED_ADDRESS);
    }

    @Override
    public Http2Connection connectOfHttp2(int streamWindow) {
        throw needs("HTTP/2");
    }

    private InetSocketAddress address() {
        InetSocketAddress address = new InetSocketAddress(url().getHost(), port());
        if (address.isUnresolved()) {
            throw new IllegalStateException("no address is known for " + url().getHost());
        }
        return address;
    }

    @Override
    public boolean isSecured() {
        return url().getScheme().equals("https");
    }

    @Override
    public int port() {
        int port = url().getPort();
        return port >= 0 ? port : isSecured() ? 443 : 80;
    }

    private URI url() {
        return Objects.requireNonNull(url, "not started");
    }

    /** Puts this server's key into a request. Aborts the test if this server lacks something that the request needs. */
    private byte[] known(byte[] request) {
        String text = new String(request, StandardCharsets.ISO_8859_1);
        if (!hasFiles && text.lines().findFirst().orElse("").contains("/files")) {
            throw needs("--files");
        }
        if (text.contains("kid=") || text.contains("sig=")) {
            throw needs("the suite's keys for signed links");
        }
        if (text.startsWith("POST /ws ") && text.contains(":Security")) {
            throw needs(Needs.SOAP_KEYS);
        }
        if (text.contains(SuiteSettings.ORIGIN)) {
            throw needs("another weir.events.allowed-origins");
        }
        if (text.contains(SuiteSettings.PUBLISHER_KEY)) {
            if (key == null) {
                throw needs("--key");
            }
            text = text.replace(SuiteSettings.PUBLISHER_KEY, key);
        }
        if (SuiteSettings.KEYS.stream().anyMatch(text::contains)) {
            throw needs("the suite's clients");
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private final class KnownConnection extends Http1Connection {
        KnownConnection(ClientSocket socket) {
            super(socket);
        }

        @Override
        public Connection send(byte[] bytes) {
            return super.send(known(bytes));
        }
    }

    private static final class UnloggedFiles extends SuiteFiles {
        UnloggedFiles(Path folder) throws IOException {
            super(folder);
        }

        @Override
        public Path keys() {
            throw needs("the server's file of keys");
        }

        @Override
        public Path log() {
            throw needs("the server's log");
        }

        @Override
        public Path accessLog() {
            throw needs("the server's access log");
        }
    }

    private static TestAbortedException needs(String what) {
        return new TestAbortedException("needs " + what);
    }

    @Override
    public String log() {
        throw needs("the server's log");
    }

    @Override
    public void testFailed(ExtensionContext test, @Nullable Throwable failure) {
        // the report of the check tells it, and there is no log
    }

    @Override
    public int managementPort() {
        throw needs(Needs.MANAGEMENT);
    }

    @Override
    public boolean writesToTheSocket() {
        return false;
    }

    @Override
    public String model() {
        throw needs("the name of its model");
    }

    @Override
    public String setting(String name) {
        throw needs("another " + name);
    }

    @Override
    public double meter(String name) {
        throw needs("the server's meters");
    }

    @Override
    public EventLog events() {
        throw needs("the server's inside");
    }

    @Override
    public Throttle throttle() {
        throw needs("the server's inside");
    }

    @Override
    public FileCatalog catalog() {
        throw needs("the server's inside");
    }

    @Override
    public void stopServing() {
        throw needs("the server's inside");
    }
}
