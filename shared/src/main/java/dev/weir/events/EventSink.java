package dev.weir.events;

/** The connection of a {@link Listener}, as its server has it. Called on the loop. */
public interface EventSink {
    /** Whether what it was given has left the process, or hardly anything is waiting. */
    boolean isReady();

    /** Whether it took some of what it was given since this was asked last, though it is not ready yet. */
    default boolean hasTaken() {
        return false;
    }

    /** Sends it. A poll ends with it. */
    void send(Batch batch);

    /** Has taken nothing for too long: closes the connection. */
    void cutOff();

    /** The server stops: says when to come back, and ends. */
    void dismiss();
}
