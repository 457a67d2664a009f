package dev.weir.contract;

import java.io.Serial;

/** A server of HTTP/2 reset the stream of a request, unanswered, because it is malformed: RFC 9113, 8.1.1. */
final class MalformedRequestException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;
}
