package dev.weir.servlet.web;

import dev.weir.servlet.connector.exchange.WatchedAnswer;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Says of an answer that its client may take as long as it likes for it: a download or a stream of events.
 *
 * <p>The connector breaks off other answers that keep a thread for long ({@link
 * dev.weir.servlet.connector.exchange.UnreadAnswers}). It cannot tell a slow download from a page that nobody reads.
 */
public final class LongAnswer {
    private LongAnswer() {}

    /** The answer to this request is long. Call it on the request's thread. */
    public static void to(HttpServletRequest request) {
        WatchedAnswer.hasOwnLimit(request);
    }
}
