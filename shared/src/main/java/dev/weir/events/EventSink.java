package dev.weir.events;

/**
 * The connection of a {@link Listener}. Each server implements this interface. The {@link Fanout} calls all methods on
 * its event loop.
 */
public interface EventSink {
    /**
     * Returns whether the connection accepts another batch. It accepts one when almost all bytes of the last batch have
     * been sent.
     */
    boolean isReady();

    /**
     * Returns whether the client has read some bytes since the last call of this method. Called only while the sink is
     * not ready.
     */
    default boolean hasTaken() {
        return false;
    }

    /** Sends a batch. For a long poll, the batch is the complete response. */
    void send(Batch batch);

    /**
     * Closes the connection because the client reads too slowly ({@link EventLimits#stallLimit}), or because a send has
     * failed.
     */
    void cutOff();

    /** Ends the stream because the server stops. Tells the client when to reconnect. */
    void dismiss();
}
