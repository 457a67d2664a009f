package dev.weir.events;

/** The connection of a {@link Listener}. The {@link Fanout} calls all these methods on its own event loop. */
public interface EventSink {
    /** Returns whether the connection accepts another batch. It does when almost all bytes of the last one are sent. */
    boolean isReady();

    /** Returns whether the client has read some bytes since the last call. Called only while the sink is not ready. */
    default boolean hasTaken() {
        return false;
    }

    /** Sends a batch. For a long poll, the batch is the complete response. */
    void send(Batch batch);

    /**
     * Closes the connection, because the client reads too slowly ({@link EventLimits#stallLimit}) or a send has
     * failed.
     */
    void cutOff();

    /** Ends the stream because the server stops, and tells the client when to reconnect. */
    void dismiss();
}
