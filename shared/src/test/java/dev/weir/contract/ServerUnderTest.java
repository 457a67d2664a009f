package dev.weir.contract;

import org.junit.jupiter.api.AfterEach;

/** What every part of the contract needs: a started server, and peace after each test. */
public interface ServerUnderTest {
    /** The server, started once for the class that tests it. */
    StartedServer server();

    /** If this fails, check that whatever ends a download, however it ends, lets its client leave. */
    @AfterEach
    default void everyDownloadHasEnded() {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /** If this fails, check that whatever ends a stream or a wait for an event lets its client leave. */
    @AfterEach
    default void everySubscriberHasLeft() {
        Eventually.meterIs(server(), "weir.events.subscribers", 0);
    }
}
