package dev.weir.clients;

import java.io.Serial;

/** Thrown when a limit is out of range. The message is one line: the name of the limit, a colon and the reason. */
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

    /** Returns the name of the limit. This is the name of a component of the record {@link Plan}. */
    public String limit() {
        return limit;
    }

    /** Returns the reason why the limit is out of range, without the name of the limit. */
    public String reason() {
        return reason;
    }
}
