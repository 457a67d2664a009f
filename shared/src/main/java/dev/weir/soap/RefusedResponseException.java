package dev.weir.soap;

import java.io.Serial;

/** A response does not count: it is not what the server signed as the answer to this request. */
public final class RefusedResponseException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    RefusedResponseException(String reason) {
        super(reason);
    }

    RefusedResponseException(Exception cause) {
        super(cause);
    }
}
