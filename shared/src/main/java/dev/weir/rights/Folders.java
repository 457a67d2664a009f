package dev.weir.rights;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A set of folders with everything below them, or the whole root folder. Immutable. All names are percent-decoded paths
 * relative to the root folder, such as {@code reports/2026}.
 */
public final class Folders {
    /** The whole root folder, including the files that lie directly in it. */
    public static final Folders ALL = new Folders(Set.of());

    private final Set<String> names;
    /** The folders above each folder in {@link #names}, except the root folder. */
    private final Set<String> parents = new HashSet<>();

    private Folders(Set<String> names) {
        this.names = names;
        for (String name : names) {
            for (int end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
                parents.add(name.substring(0, end));
            }
        }
    }

    /** Returns the set of the folders with these names, or {@link #ALL} if {@code names} is empty. */
    public static Folders of(Collection<String> names) {
        return names.isEmpty() ? ALL : new Folders(Set.copyOf(names));
    }

    /** Returns whether this set is the whole root folder. */
    public boolean isAll() {
        return names.isEmpty();
    }

    /** Returns whether a file with this path is in one of the folders, at any depth. */
    public boolean hasFile(String name) {
        return isAll() || isBelow(name);
    }

    /** Returns whether {@code folder} can contain files for which {@link #hasFile} returns true. */
    public boolean hasSomeIn(String folder) {
        return isAll() || names.contains(folder) || parents.contains(folder) || isBelow(folder);
    }

    private boolean isBelow(String name) {
        for (int end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
            if (names.contains(name.substring(0, end))) {
                return true;
            }
        }
        return false;
    }
}
