package dev.weir.servlet.web;

import dev.weir.servlet.connector.exchange.WatchedAnswer;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Marks an answer that has a time limit of its own: a download or an event stream.
 *
 * <p>The connector breaks off other answers that keep a thread for long ({@link
 * dev.weir.servlet.connector.exchange.UnreadAnswers}). It cannot tell a slow download from a page that nobody reads.
 */
public final class LongAnswer {
    private LongAnswer() {}

    /** Marks the answer to this request. Call it on the request's thread. */
    public static void to(HttpServletRequest request) {
        WatchedAnswer.hasOwnLimit(request);
    }
}
