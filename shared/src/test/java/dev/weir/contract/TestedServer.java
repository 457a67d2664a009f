package dev.weir.contract;

import dev.weir.catalog.FileCatalog;
import dev.weir.events.EventLog;
import dev.weir.throttle.Throttle;

/**
 * The server of a test class. Tests reach it by its ports, and some look inside. An {@link ExternalServer} has no
 * inside, so it aborts these tests.
 */
public abstract class TestedServer extends RunningServer {
    TestedServer(Transport transport) {
        super(transport);
    }

    /**
     * Whether the server writes bodies directly to the socket. It does not over TLS, over HTTP/2 or in the style {@code
     * idiomatic}.
     */
    abstract boolean writesToTheSocket();

    /** Returns the threading model, as the configuration writes it, or {@code reactive}. */
    abstract String model();

    /** Returns the value of a key, or the empty text if the test has not set the key. */
    abstract String setting(String key);

    public abstract double meter(String name);

    abstract EventLog events();

    abstract Throttle throttle();

    abstract FileCatalog catalog();

    /** Stops serving clients, but not management. */
    abstract void stopServing();
}
