package dev.weir.servlet.tuned.async;

/**
 * Ends a response. There are two implementations: {@link Ending} for an asynchronous request, and
 * {@link FeedConnection} for a connection that was taken over from Tomcat. Only the first call of {@link #complete} or
 * {@link #cutOff} has an effect.
 */
interface Carrier {
    /** Makes the container report when the request or the connection ends. */
    void listen();

    /** Ends a response that is complete or whose client has left. */
    void complete();

    /** Ends an incomplete response, so that the client notices the missing bytes. Discards unsent bytes. */
    void cutOff();
}
