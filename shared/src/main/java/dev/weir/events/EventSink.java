package dev.weir.events;

/** The connection of a {@link Listener}. Each server implements it. All methods are called on the loop. */
public interface EventSink {
    /** Whether the connection takes another batch: almost nothing of the last one waits in the process. */
    boolean isReady();

    /**
     * Whether the client has read some bytes since the last call of this method. Asked only while the sink is not
     * ready.
     */
    default boolean hasTaken() {
        return false;
    }

    /** Sends a batch. A poll ends with it. */
    void send(Batch batch);

    /** Closes the connection, because the client read nothing for too long. */
    void cutOff();

    /** Ends the stream, because the server stops. Tells the client when to come back. */
    void dismiss();
}
