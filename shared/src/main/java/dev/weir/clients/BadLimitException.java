package dev.weir.clients;

import java.io.Serial;

/** A limit makes no sense; the message is one line that begins with its name. */
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

    /** As a field of {@link Plan} is called. */
    public String limit() {
        return limit;
    }

    /** Without the name. */
    public String reason() {
        return reason;
    }
}
