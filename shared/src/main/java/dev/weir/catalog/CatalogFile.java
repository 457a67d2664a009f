package dev.weir.catalog;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * A version of a file under the root. A version is identified by path, length and time of modification.
 *
 * @param path the absolute path with all symbolic links resolved; the server never shows it to a client
 * @param name the last segment of the path; a client may save the file under this name
 * @param length bytes
 * @param modified time of the last modification, with the precision of the file system
 */
public record CatalogFile(Path path, String name, long length, Instant modified) {
    /** Whether {@code attributes} have the length and the time of modification of this version. */
    boolean isVersion(BasicFileAttributes attributes) {
        return attributes.size() == length
                && attributes.lastModifiedTime().toInstant().equals(modified);
    }

    /** Returns a strong entity tag (RFC 9110, 8.8.3), made of the length and the time of modification. */
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
