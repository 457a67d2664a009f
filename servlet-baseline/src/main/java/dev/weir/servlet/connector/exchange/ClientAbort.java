package dev.weir.servlet.connector.exchange;

import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.CloseNowException;

/**
 * Creates the exception that tells Tomcat that a client has disconnected. Tomcat then closes the connection and logs no
 * error. The servlet API has no other way to close a connection early.
 */
public final class ClientAbort {
    private ClientAbort() {}

    /** Creates the exception for a client that has disconnected. The caller must throw the exception. */
    public static IOException exception(String message) {
        return new ClientAbortException(message);
    }

    /**
     * Creates the exception that tells Tomcat to end a response early, although the client has not disconnected. Spring
     * passes this exception on to Tomcat. Spring would not pass on a {@link ClientAbortException}, and the client would
     * wait for the missing bytes.
     */
    public static IOException ofServer(String message) {
        return new CloseNowException(message);
    }
}
