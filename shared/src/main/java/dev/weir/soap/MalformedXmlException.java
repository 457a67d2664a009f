package dev.weir.soap;

import java.io.Serial;

/** Thrown when bytes are not XML, or exceed the limits of {@link XmlParser}. */
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
