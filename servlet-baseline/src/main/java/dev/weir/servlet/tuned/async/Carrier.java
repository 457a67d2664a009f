package dev.weir.servlet.tuned.async;

/** The connection or request behind a response that goes on after its thread has returned. The first call to end it counts. */
interface Carrier {
    /** Registers for the container's callbacks about its end. */
    void listen();

    /** Ends a response that is whole, or whose client has left. */
    void complete();

    /** Ends a response that is not whole, so that the client sees this. Drops bytes that are not sent yet. */
    void cutOff();
}
