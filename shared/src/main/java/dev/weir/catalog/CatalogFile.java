package dev.weir.catalog;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * One version of a file that may be served.
 *
 * @param path where it is, all links resolved; for the server only
 * @param name its last segment, as a client may save it
 * @param length bytes
 * @param modified when it was last modified, as exactly as the file system knows
 */
public record CatalogFile(Path path, String name, long length, Instant modified) {
    /** Whether a file with these attributes is this version. */
    boolean isVersion(BasicFileAttributes attributes) {
        return attributes.size() == length
                && attributes.lastModifiedTime().toInstant().equals(modified);
    }

    /** A strong entity tag (RFC 9110, 8.8.3): another length or another time of modification is another tag. */
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
