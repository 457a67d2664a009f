package dev.weir.cluster.shares;

/**
 * Broadcasts messages between nodes. A node also receives its own messages. All nodes receive the messages in the same
 * order. A message may be lost.
 */
public interface Channel {
    /**
     * Sends a message to all nodes, including this node. Does not wait. The thread of {@link Shares} calls this method.
     *
     * @return false if the channel is not open, so that nothing was sent
     */
    boolean send(String message);

    /**
     * Replaces the subscription of this node, because messages have been lost. Does not wait. The thread of {@link
     * Shares} calls this method.
     */
    void renew();
}
