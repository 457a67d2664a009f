package dev.weir.contract;

import org.junit.jupiter.api.AfterEach;

/** The base of every part of the contract: a started server, and checks that each test leaves nothing open. */
public interface ServerUnderTest {
    /** The server, started once for the test class. */
    StartedServer server();

    /** If this fails, check that every way in which a download ends releases the place that it took from its client. */
    @AfterEach
    default void everyDownloadHasEnded() {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /**
     * If this fails, check that every way in which a stream or a poll ends releases the place that it took from its
     * client.
     */
    @AfterEach
    default void everySubscriberHasLeft() {
        Eventually.meterIs(server(), "weir.events.subscribers", 0);
    }
}
