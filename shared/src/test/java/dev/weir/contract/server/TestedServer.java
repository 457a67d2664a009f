package dev.weir.contract.server;

import dev.weir.catalog.FileCatalog;
import dev.weir.contract.connection.Transport;
import dev.weir.events.EventLog;
import dev.weir.throttle.Throttle;

/**
 * The server of a test class. Tests reach it by its ports, and some tests use objects inside the server. {@code ./weir
 * check} tests a server that does not have these objects, so it aborts such tests.
 */
public abstract class TestedServer extends RunningServer {
    protected TestedServer(Transport transport) {
        super(transport);
    }

    /**
     * Returns whether the server writes bodies directly to the socket. It does so only over HTTP/1.1 in clear text, and
     * not in the style {@code idiomatic} (plain Spring).
     */
    public abstract boolean writesToTheSocket();

    /** Returns the name of the threading model: {@code reactive}, or a value of the setting {@code weir.model}. */
    public abstract String model();

    /** Returns the value of a configuration key, or the empty text if the test has not set this key. */
    public abstract String setting(String key);

    public abstract double meter(String name);

    public abstract EventLog events();

    public abstract Throttle throttle();

    public abstract FileCatalog catalog();

    /** Makes the server stop serving clients. The management port goes on answering. */
    public abstract void stopServing();
}
