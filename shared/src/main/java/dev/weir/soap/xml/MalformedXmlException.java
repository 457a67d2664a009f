package dev.weir.soap.xml;

import java.io.Serial;

/** Thrown if a message is not well-formed XML 1.0 in UTF-8, or exceeds a limit of {@link XmlParser}. */
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
