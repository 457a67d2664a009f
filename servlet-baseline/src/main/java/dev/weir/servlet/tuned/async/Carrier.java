package dev.weir.servlet.tuned.async;

/** What a response goes over that outlives its request's thread. It ends once, by whoever is first. */
interface Carrier {
    /** Hears from the container when it has ended. */
    void listen();

    /** The answer is whole, or there is nobody who could take the rest. */
    void complete();

    /** The rest will never come, which the client must see; what is still to be sent is given up. */
    void cutOff();
}
