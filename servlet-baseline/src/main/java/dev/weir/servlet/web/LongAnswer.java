package dev.weir.servlet.web;

import dev.weir.servlet.connector.exchange.ClientAbort;
import dev.weir.servlet.connector.exchange.WatchedAnswer;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * Marks a response that has its own limit for slow clients: a download or an event stream. The connector aborts any
 * other response that blocks a thread for too long ({@link dev.weir.servlet.connector.exchange.UnreadAnswers}).
 */
public final class LongAnswer {
    private LongAnswer() {}

    /**
     * Exempts the response to this request from the connector's limit on blocked writes. The caller must itself abort
     * the response if the client reads too slowly. Call it on the request's thread.
     */
    public static void to(HttpServletRequest request) {
        WatchedAnswer.hasOwnLimit(request);
    }

    /** Creates the exception with which the server cuts a response off. The container then closes the connection. */
    public static IOException cutOff() {
        return ClientAbort.ofServer("The server cuts the response off");
    }
}
