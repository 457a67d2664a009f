package dev.weir.cluster.shares;

/**
 * Broadcasts messages between nodes. All nodes receive the messages in the same order. A node also receives its own
 * messages. A message may be lost.
 */
public interface Channel {
    /**
     * Sends a message to all nodes. Does not wait. Runs on the thread of {@link Shares}.
     *
     * @return false if the channel is not open and nothing was sent
     */
    boolean send(String message);

    /**
     * Replaces this node's subscription, because a message of this node has not come back. Does not wait. Runs on the
     * thread of {@link Shares}.
     */
    void renew();
}
