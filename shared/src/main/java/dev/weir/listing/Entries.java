package dev.weir.listing;

import dev.weir.catalog.CatalogFile;
import java.time.Instant;

/** Writes the entries of a list in one media type. Not thread-safe. */
interface Entries extends AutoCloseable {
    /** Adds a folder. */
    void folder(String name, Instant modified);

    /** Adds a file. */
    void file(CatalogFile file);

    /** Ends the text. No entry may follow. */
    void end();

    /** Returns the length of the text that {@link #take} would return, in bytes (JSON) or characters (HTML). */
    int size();

    /** Removes and returns the text that has been written since the last call, in UTF-8. */
    byte[] take();

    @Override
    default void close() {}
}
