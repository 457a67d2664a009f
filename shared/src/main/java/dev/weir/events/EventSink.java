package dev.weir.events;

/** The connection of a {@link Listener}. The {@link Fanout} calls all methods on its event loop. */
public interface EventSink {
    /** Returns whether the connection accepts another batch, because it has sent almost all bytes of the last one. */
    boolean isReady();

    /** Returns whether the client has read some bytes since the last call. Called only while the sink is not ready. */
    default boolean hasTaken() {
        return false;
    }

    /** Sends a batch. For a long poll, it is the complete response. */
    void send(Batch batch);

    /**
     * Closes the connection, because the client reads too slowly ({@link EventLimits#stallLimit}) or a send has
     * failed.
     */
    void cutOff();

    /** Ends the stream because the server stops, and tells the client when to reconnect. */
    void dismiss();
}
