package dev.weir.contract.connection;

import java.io.Serial;

/** Thrown when an HTTP/2 server resets the stream of a malformed request instead of answering (RFC 9113, 8.1.1). */
public final class MalformedRequestException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;
}
