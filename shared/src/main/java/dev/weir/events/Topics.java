package dev.weir.events;

import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a subscriber wants to hear of: some topics, or all. Equal ones are read for together. Immutable. */
public final class Topics {
    private static final Topics ALL = new Topics(Set.of());

    private final Set<String> names;
    private final int hash;

    private Topics(Set<String> names) {
        this.names = names;
        this.hash = names.hashCode();
    }

    /** Those of these names; without any, all. */
    public static Topics of(Collection<String> names) {
        return names.isEmpty() ? ALL : new Topics(Set.copyOf(names));
    }

    /** What the log itself says is for everybody. */
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
