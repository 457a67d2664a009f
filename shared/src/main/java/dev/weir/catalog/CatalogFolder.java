package dev.weir.catalog;

import java.nio.file.Path;

/**
 * A folder that the server offers.
 *
 * @param path the absolute path with all symbolic links resolved; never shown to a client
 * @param name the path relative to the root, as the client asked for it, but decoded; empty for the root
 */
public record CatalogFolder(Path path, String name) {
    /** Returns the path relative to the root of a file or folder in this folder. */
    public String child(String entry) {
        return name.isEmpty() ? entry : name + "/" + entry;
    }
}
