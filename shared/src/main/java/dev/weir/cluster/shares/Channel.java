package dev.weir.cluster.shares;

/**
 * Broadcasts messages between nodes. Each node receives all messages in the same order, including its own. A message
 * may be lost.
 */
public interface Channel {
    /**
     * Sends a message to all nodes. Does not wait. Runs on the thread of {@link Shares}.
     *
     * @return false if the channel is not open and nothing was sent
     */
    boolean send(String message);

    /**
     * Replaces the subscription of this node, because messages have been lost. Does not wait. Runs on the thread of
     * {@link Shares}.
     */
    void renew();
}
