package dev.weir.listing;

import dev.weir.catalog.CatalogFile;
import java.time.Instant;

/** Writes the entries of a list of files in one media type, such as JSON. Not thread-safe. */
interface Entries extends AutoCloseable {
    /** Adds a folder to the list. */
    void folder(String name, Instant modified);

    /** Adds a file to the list. */
    void file(CatalogFile file);

    /** Writes the end of the list. No entry may follow. */
    void end();

    /** Returns the length of the text that {@link #take} would return, in bytes (JSON) or characters (HTML). */
    int size();

    /** Returns the text that was written since the last call of this method, in UTF-8, and removes it from memory. */
    byte[] take();

    @Override
    default void close() {}
}
