package dev.weir.rights;

import java.util.Collection;
import java.util.Set;

/**
 * The folders and topics that the clients of a plan may use. Immutable.
 *
 * @param readFolders the folders whose files a client may read
 * @param readTopics the topics that a client may subscribe to; empty if it may subscribe to all
 * @param publishTopics the topics that a client may publish to; empty if it may publish to all
 */
public record Rights(Folders readFolders, Set<String> readTopics, Set<String> publishTopics) {
    /** The rights of a plan that names no folders and no topics. */
    public static final Rights ALL = new Rights(Folders.ALL, Set.of(), Set.of());

    /** Returns whether a client may read all these topics. Always true if {@code topics} is empty. */
    public boolean mayReadTopics(Collection<String> topics) {
        return readTopics.isEmpty() || readTopics.containsAll(topics);
    }

    /** Returns whether a client that may publish at all may publish to this topic. */
    public boolean mayPublish(String topic) {
        return publishTopics.isEmpty() || publishTopics.contains(topic);
    }
}
