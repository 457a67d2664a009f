package dev.weir.servlet.connector.exchange;

import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;

/**
 * Makes the exception that Tomcat takes for a client that left: it closes the connection, and logs no error. The servlet
 * API has no other way to close a connection before the response is complete.
 */
public final class ClientAbort {
    private ClientAbort() {}

    /** The exception; it must leave the servlet. */
    public static IOException exception(String message) {
        return new ClientAbortException(message);
    }
}
