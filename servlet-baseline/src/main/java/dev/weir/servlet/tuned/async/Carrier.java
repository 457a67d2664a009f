package dev.weir.servlet.tuned.async;

/** Carries a response that outlives its request's thread. It ends once, at the first call that ends it. */
interface Carrier {
    /** Hears from the container when it has ended. */
    void listen();

    /** The answer is whole, or there is nobody who could take the rest. */
    void complete();

    /** The rest will never come, which the client must see; what is still to be sent is given up. */
    void cutOff();
}
