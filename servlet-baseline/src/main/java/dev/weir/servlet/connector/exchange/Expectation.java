package dev.weir.servlet.connector.exchange;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.coyote.Request;

/** Sends 100 (Continue). A client may wait for this status before it sends the request body (RFC 9110, 10.1.1). */
public final class Expectation {
    private static final String NAME = Expectation.class.getName();

    private Expectation() {}

    /** Stores the task that sends 100 (Continue), for a client that waits for this status. */
    public static void set(Request request, Runnable answer) {
        request.setAttribute(NAME, answer);
    }

    /** Sends 100 (Continue) if the client waits for this status. Call this method before the body is read. */
    public static void askForBody(HttpServletRequest request) {
        if (request.getAttribute(NAME) instanceof Runnable answer) {
            request.removeAttribute(NAME);
            answer.run();
        }
    }
}
