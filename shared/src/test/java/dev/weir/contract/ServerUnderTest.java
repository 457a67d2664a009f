package dev.weir.contract;

import org.junit.jupiter.api.AfterEach;

/** The base of every part of the contract: a started server, and checks that each test leaves nothing open. */
public interface ServerUnderTest {
    /** Returns the server of the test class. A test class narrows the type. */
    TestedServer server();

    /** If this fails, check that each end of a download lowers the counts of downloads. */
    @AfterEach
    default void everyDownloadHasEnded() {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /** If this fails, check that each end of a stream or poll lowers the counts of subscribers. */
    @AfterEach
    default void everySubscriberHasLeft() {
        Eventually.meterIs(server(), "weir.events.subscribers", 0);
    }
}
