package dev.weir.servlet.web;

import dev.weir.servlet.connector.exchange.WatchedAnswer;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Marks an answer that has its own time limit: a download or an event stream. The connector aborts an unmarked answer
 * that blocks a thread for too long ({@link dev.weir.servlet.connector.exchange.UnreadAnswers}).
 */
public final class LongAnswer {
    private LongAnswer() {}

    /** Marks the response to this request. Call it on the request's thread. */
    public static void to(HttpServletRequest request) {
        WatchedAnswer.hasOwnLimit(request);
    }
}
