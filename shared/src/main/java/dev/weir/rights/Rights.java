package dev.weir.rights;

import java.util.Collection;
import java.util.Set;

/**
 * The folders of files and the topics of events that the clients of a plan may use. Immutable.
 *
 * @param readFolders the folders whose files a client may read
 * @param readTopics the topics that a client may subscribe to; empty means all topics
 * @param publishTopics the topics that a client may publish to; empty means all topics
 */
public record Rights(Folders readFolders, Set<String> readTopics, Set<String> publishTopics) {
    /** The rights of a plan that names no folders and no topics. They allow all folders and topics. */
    public static final Rights ALL = new Rights(Folders.ALL, Set.of(), Set.of());

    /** Returns whether a client may read each topic in {@code topics}. Returns true if {@code topics} is empty. */
    public boolean mayReadTopics(Collection<String> topics) {
        return readTopics.isEmpty() || readTopics.containsAll(topics);
    }

    /** Returns whether the plan allows this topic. Does not check whether the plan permits publishing at all. */
    public boolean mayPublish(String topic) {
        return publishTopics.isEmpty() || publishTopics.contains(topic);
    }
}
