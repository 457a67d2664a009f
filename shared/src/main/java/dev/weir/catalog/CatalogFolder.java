package dev.weir.catalog;

import java.nio.file.Path;

/**
 * A folder that the server offers.
 *
 * @param path the absolute path with all symbolic links resolved; never shown to a client
 * @param name the path relative to the root folder, as in the request but percent-decoded; empty for the root folder
 */
public record CatalogFolder(Path path, String name) {
    /** Returns the path of {@code entry}, a file or folder in this folder. The path is relative to the root folder. */
    public String child(String entry) {
        return name.isEmpty() ? entry : name + "/" + entry;
    }
}
