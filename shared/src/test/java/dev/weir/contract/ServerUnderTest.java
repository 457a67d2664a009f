package dev.weir.contract;

import org.junit.jupiter.api.AfterEach;

/** The base of every part of the contract: a started server, and checks that each test leaves nothing open. */
public interface ServerUnderTest {
    /** The server, started once for the test class. */
    StartedServer server();

    /** If this fails, check that every end of a download gives its client's place back. */
    @AfterEach
    default void everyDownloadHasEnded() {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /** If this fails, check that every end of a stream or a poll gives its client's place back. */
    @AfterEach
    default void everySubscriberHasLeft() {
        Eventually.meterIs(server(), "weir.events.subscribers", 0);
    }
}
