package dev.weir.servlet.connector.exchange;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.coyote.Request;

/** Answers 100 (Continue) to a client that waits for it before it sends a body (RFC 9110, 10.1.1). */
public final class Expectation {
    private static final String NAME = Expectation.class.getName();

    private Expectation() {}

    /** Notes that the client waits, and that {@code answer} sends the 100. */
    public static void set(Request request, Runnable answer) {
        request.setAttribute(NAME, answer);
    }

    /** Sends the 100 if the client waits for it. */
    public static void askForBody(HttpServletRequest request) {
        if (request.getAttribute(NAME) instanceof Runnable answer) {
            request.removeAttribute(NAME);
            answer.run();
        }
    }
}
