package dev.weir.catalog;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * One version of a file that can be served.
 *
 * @param path absolute, with all links resolved; never shown to a client
 * @param name the last segment of the path, under which a client may save the file
 * @param length bytes
 * @param modified time of the last modification, as exactly as the file system knows it
 */
public record CatalogFile(Path path, String name, long length, Instant modified) {
    /** Whether {@code attributes} are those of this version. */
    boolean isVersion(BasicFileAttributes attributes) {
        return attributes.size() == length
                && attributes.lastModifiedTime().toInstant().equals(modified);
    }

    /** A strong entity tag (RFC 9110, 8.8.3). It changes with the length and with the time of modification. */
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
