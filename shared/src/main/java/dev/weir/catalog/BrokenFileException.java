package dev.weir.catalog;

import java.io.EOFException;
import java.io.IOException;
import java.io.Serial;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thrown when an open file has changed or can no longer be read. The server must then close the connection, so that the
 * client notices that the response is incomplete.
 *
 * <p>This class does not extend {@link java.io.EOFException}. Spring takes that exception as a sign that the client has
 * disconnected, and would end the response as if it were complete.
 */
public final class BrokenFileException extends IOException {
    private static final Logger log = LoggerFactory.getLogger(BrokenFileException.class);

    @Serial
    private static final long serialVersionUID = 1;

    private BrokenFileException(String message, @Nullable IOException cause) {
        super(message, cause);
    }

    /** Logs that a file was changed during a download, and returns the exception to throw. */
    static BrokenFileException changed(CatalogFile file) {
        log.warn(
                "{} was changed during a download, which is broken off; to replace a file, rename a new one over it",
                file.path());
        return new BrokenFileException("the file was changed", null);
    }

    /**
     * Logs why a file cannot be read during a download, and returns the exception to throw. Logs nothing if the file is
     * closed: then the download has ended in the meantime.
     */
    static BrokenFileException unreadable(CatalogFile file, IOException cause) {
        if (cause instanceof EOFException) {
            return changed(file);
        }
        if (!(cause instanceof ClosedChannelException)) {
            log.warn("{} cannot be read, so a download is broken off: {}", file.path(), cause.toString());
        }
        return new BrokenFileException("the file cannot be read", cause);
    }
}
