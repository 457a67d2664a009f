package dev.weir.cluster.shares;

/**
 * Carries the messages of all nodes. Each node receives the messages of all nodes in the same order, its own included. A
 * message may be lost.
 */
public interface Channel {
    /**
     * Sends a message to all nodes, this one included. Does not wait. The thread of {@link Shares} calls it.
     *
     * @return false if nothing was sent, because the channel is not open now
     */
    boolean send(String message);

    /** Begins to listen anew, because messages have been lost. Does not wait. The thread of {@link Shares} calls it. */
    void renew();
}
