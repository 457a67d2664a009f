package dev.weir.cluster.shares;

/**
 * Broadcasts messages to all nodes (server processes) of a cluster. All nodes receive the messages in the same order. A
 * node also receives its own messages. A message may be lost.
 */
public interface Channel {
    /**
     * Sends a message to all nodes, including this one. Does not block. The thread of {@link Shares} calls this method.
     *
     * @return false if nothing was sent, for example because the channel is not open
     */
    boolean send(String message);

    /**
     * Replaces this node's subscription to the channel. Call this method if the node does not receive its own messages.
     * Does not block. The thread of {@link Shares} calls this method.
     */
    void renew();
}
