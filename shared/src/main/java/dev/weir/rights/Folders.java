package dev.weir.rights;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A set of folders with everything below them, or all folders. Immutable. The names are relative to the root and
 * decoded, with {@code /} between the segments.
 */
public final class Folders {
    /** All folders, and the files outside of every folder. */
    public static final Folders ALL = new Folders(Set.of());

    private final Set<String> names;
    /** The folders that contain a folder of {@link #names}. */
    private final Set<String> parents = new HashSet<>();

    private Folders(Set<String> names) {
        this.names = names;
        for (String name : names) {
            for (int end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
                parents.add(name.substring(0, end));
            }
        }
    }

    /** Returns these folders, or all folders if {@code names} is empty. */
    public static Folders of(Collection<String> names) {
        return names.isEmpty() ? ALL : new Folders(Set.copyOf(names));
    }

    public boolean isAll() {
        return names.isEmpty();
    }

    /** Returns whether the file is in one of the folders, however deep. */
    public boolean hasFile(String name) {
        return isAll() || isBelow(name);
    }

    /** Returns whether this folder may contain files of the set. */
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
