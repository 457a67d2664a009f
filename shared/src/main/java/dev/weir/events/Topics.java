package dev.weir.events;

import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The set of topics that a subscriber reads, or all topics. Immutable. */
public final class Topics {
    private static final Topics ALL = new Topics(Set.of());

    private final Set<String> names;
    private final int hash;

    private Topics(Set<String> names) {
        this.names = names;
        this.hash = names.hashCode();
    }

    /** Returns the given topics, or all topics if {@code names} is empty. */
    public static Topics of(Collection<String> names) {
        return names.isEmpty() ? ALL : new Topics(Set.copyOf(names));
    }

    boolean isAll() {
        return names.isEmpty();
    }

    /**
     * Returns whether the subscriber reads this topic. Always true for null, the topic of events that the server itself
     * creates.
     */
    boolean has(@Nullable String topic) {
        return names.isEmpty() || topic == null || names.contains(topic);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Topics topics && hash == topics.hash && names.equals(topics.names);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return names.isEmpty() ? "all" : names.toString();
    }
}
