package dev.weir.soap;

import java.io.Serial;

/** The bytes are not XML, or not within the limits. */
public final class MalformedXmlException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    MalformedXmlException(Exception cause) {
        super(cause);
    }

    MalformedXmlException(String reason) {
        super(reason);
    }
}
