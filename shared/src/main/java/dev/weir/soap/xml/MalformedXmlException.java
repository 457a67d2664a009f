package dev.weir.soap.xml;

import java.io.Serial;

/** Thrown when bytes are not XML, or exceed the limits of {@link XmlParser}. */
public final class MalformedXmlException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    public MalformedXmlException(Exception cause) {
        super(cause);
    }

    public MalformedXmlException(String reason) {
        super(reason);
    }
}
