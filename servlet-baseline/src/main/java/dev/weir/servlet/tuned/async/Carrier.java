package dev.weir.servlet.tuned.async;

/**
 * Carries a response, and ends it. A carrier is an asynchronous request ({@link Ending}), or a connection that was
 * taken over from Tomcat ({@link FeedConnection}). Only the first call of {@link #complete} or {@link #cutOff} has an
 * effect.
 */
interface Carrier {
    /** Makes the container report when the request or the connection ends. */
    void listen();

    /** Ends a response that is complete or whose client has left. */
    void complete();

    /** Ends an incomplete response, so that the client notices the missing bytes. Discards unsent bytes. */
    void cutOff();
}
