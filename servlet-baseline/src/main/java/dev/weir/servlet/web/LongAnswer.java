package dev.weir.servlet.web;

import dev.weir.servlet.connector.exchange.WatchedAnswer;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Marks an answer that has its own time limit: a download or an event stream.
 *
 * <p>The connector aborts an unmarked answer that blocks a thread for too long ({@link
 * dev.weir.servlet.connector.exchange.UnreadAnswers}). Without the mark, the connector cannot tell a slow download from
 * a page that its client does not read.
 */
public final class LongAnswer {
    private LongAnswer() {}

    /** Marks the response to this request as a long answer. Call this method on the request's thread. */
    public static void to(HttpServletRequest request) {
        WatchedAnswer.hasOwnLimit(request);
    }
}
