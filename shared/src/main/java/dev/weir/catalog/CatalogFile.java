package dev.weir.catalog;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * One version of a file that the server offers, identified by path, length and time of modification.
 *
 * @param path the absolute path with all symbolic links resolved; never shown to a client
 * @param name the name for the client: what a list shows, or the file name that a download suggests
 * @param length in bytes
 * @param modified the time of modification, with the precision of the file system
 */
public record CatalogFile(Path path, String name, long length, Instant modified) {
    boolean isVersion(BasicFileAttributes attributes) {
        return attributes.size() == length
                && attributes.lastModifiedTime().toInstant().equals(modified);
    }

    /** Returns a strong entity tag (RFC 9110, 8.8.3), computed from the time of modification and the length. */
    public String etag() {
        return '"'
                + Long.toHexString(modified.getEpochSecond())
                + '.'
                + Integer.toHexString(modified.getNano())
                + '-'
                + Long.toHexString(length)
                + '"';
    }
}
