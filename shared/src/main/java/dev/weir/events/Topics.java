package dev.weir.events;

import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The topics of a subscriber: some, or all. Immutable. Subscribers with equal topics share a read of the log. */
public final class Topics {
    private static final Topics ALL = new Topics(Set.of());

    private final Set<String> names;
    private final int hash;

    private Topics(Set<String> names) {
        this.names = names;
        this.hash = names.hashCode();
    }

    /** The topics of these names, or all topics if there is no name. */
    public static Topics of(Collection<String> names) {
        return names.isEmpty() ? ALL : new Topics(Set.copyOf(names));
    }

    /** True also for null, the topic of the log's own events, which every subscriber gets. */
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
