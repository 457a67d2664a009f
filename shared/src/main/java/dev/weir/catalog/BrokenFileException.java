package dev.weir.catalog;

import java.io.IOException;
import java.io.Serial;
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

    /** Creates an exception, and logs it with the path of the file, because clients see only that the body is short. */
    static BrokenFileException logged(CatalogFile file, String what, @Nullable IOException cause) {
        log.warn("{} {} while it was sent", file.path(), what, cause);
        return new BrokenFileException("the file " + what, cause);
    }
}
