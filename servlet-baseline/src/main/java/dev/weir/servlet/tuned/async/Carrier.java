package dev.weir.servlet.tuned.async;

/**
 * Ends a response that continues after the request's thread has returned. Only the first call of {@link #complete} or
 * {@link #cutOff} has an effect.
 */
interface Carrier {
    /** Registers for the container's callbacks. */
    void listen();

    /** Ends a response that is complete or whose client has left. */
    void complete();

    /** Ends an incomplete response so that the client detects the missing bytes. Discards unsent bytes. */
    void cutOff();
}
