package dev.weir.soap;

import java.io.Serial;

/** Thrown by the SOAP client if a response is not the server's signed answer to the client's request. */
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
