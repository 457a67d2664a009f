package dev.weir.clients;

import java.io.Serial;

/** Thrown when a limit is out of range. The message is one line that begins with the limit's name. */
public final class BadLimitException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String limit;
    private final String reason;

    public BadLimitException(String limit, String reason) {
        super(limit + ": " + reason);
        this.limit = limit;
        this.reason = reason;
    }

    /** The limit's name, which is that of a component of {@link Plan}. */
    public String limit() {
        return limit;
    }

    /** The reason, without the name of the limit. */
    public String reason() {
        return reason;
    }
}
