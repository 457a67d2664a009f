package dev.weir.contract.server;

import org.junit.jupiter.api.AfterEach;

/** The base of every part of the contract. Has the tested server. Checks that each test leaves no response open. */
public interface ContractPart {
    /** Returns the server of the test class. An implementation may narrow the return type. */
    TestedServer server();

    /** If this fails, check that every end of a download lowers the metric {@code weir.downloads.active}. */
    @AfterEach
    default void everyDownloadHasEnded() {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /** If this fails, check that every end of a stream or a poll lowers the metric {@code weir.events.subscribers}. */
    @AfterEach
    default void everySubscriberHasLeft() {
        Eventually.meterIs(server(), "weir.events.subscribers", 0);
    }
}
