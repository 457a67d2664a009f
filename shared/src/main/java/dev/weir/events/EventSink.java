package dev.weir.events;

/** The connection of a {@link Listener}. Each server implements it. All methods are called on the event loop. */
public interface EventSink {
    /** Returns whether the connection accepts another batch. It does if almost all bytes of the last batch are sent. */
    boolean isReady();

    /**
     * Returns whether the client has read some bytes since the last call of this method. Called only while the sink is
     * not ready.
     */
    default boolean hasTaken() {
        return false;
    }

    /** Sends a batch. For a poll, it is the whole answer. */
    void send(Batch batch);

    /**
     * Closes the connection because the client reads too slowly ({@link EventLimits#stallLimit}), or because a send has
     * failed.
     */
    void cutOff();

    /** Ends the stream because the server stops. Tells the client when to reconnect. */
    void dismiss();
}
