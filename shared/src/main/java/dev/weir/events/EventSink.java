package dev.weir.events;

/** The connection to a client that waits for events. Only the {@link Fanout}'s event loop calls the methods. */
public interface EventSink {
    /** Returns whether the connection accepts another batch. Returns false while it writes the previous batch. */
    boolean isReady();

    /** Returns whether the client has read bytes since the previous call of this method, or false if unknown. */
    default boolean hasTaken() {
        return false;
    }

    /** Sends a batch of events. For a long poll, the batch is the complete response. */
    void send(Batch batch);

    /**
     * Aborts the response, because the client reads too slowly ({@link EventLimits#stallLimit}) or a send has failed.
     */
    void cutOff();

    /** Ends an event stream because the server stops, and tells the client when to reconnect. */
    void dismiss();
}
