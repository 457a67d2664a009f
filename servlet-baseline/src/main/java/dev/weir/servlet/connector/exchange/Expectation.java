package dev.weir.servlet.connector.exchange;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.coyote.Request;

/** The wish of a client to be told when to send the body ({@code Expect: 100-continue}; RFC 9110, 10.1.1). */
public final class Expectation {
    private static final String NAME = Expectation.class.getName();

    private Expectation() {}

    /** The client waits; {@code answer} tells it to send. */
    public static void set(Request request, Runnable answer) {
        request.setAttribute(NAME, answer);
    }

    /** Tells a client that waits for it to send the body. */
    public static void askForBody(HttpServletRequest request) {
        if (request.getAttribute(NAME) instanceof Runnable answer) {
            request.removeAttribute(NAME);
            answer.run();
        }
    }
}
