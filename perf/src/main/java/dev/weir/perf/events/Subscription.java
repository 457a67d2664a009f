package dev.weir.perf.events;

import dev.weir.perf.load.Connection;

/** Counts the events of one subscriber and passes them to an {@link Owner}. Used only on the generator's event loop. */
final class Subscription {
    private final Owner owner;
    private int seen;
    private boolean begun;

    /** Receives the events of all subscribers, on the load generator's event loop. */
    interface Owner {
        /** Called once per subscription, at the first answer of the server. From then on, no event may be missed. */
        void subscribed();

        /** Called for each event that a subscriber gets. Throws if the bytes are not those of event {@code number}. */
        void delivered(int number, byte[] bytes, int from, int to, long nowNanos);

        /** Called for each answered poll. {@code found} tells whether the answer contained an event. */
        default void polled(long sentNanos, long answeredNanos, boolean found) {}

        void accepted();

        void ended(Connection connection, String reason);
    }

    Subscription(Owner owner, int seen) {
        this.owner = owner;
        this.seen = seen;
    }

    int seen() {
        return seen;
    }

    void begin() {
        if (!begun) {
            begun = true;
            owner.subscribed();
        }
    }

    void event(byte[] bytes, int from, int to, long nowNanos) {
        begin();
        owner.delivered(seen, bytes, from, to, nowNanos);
        seen++;
    }
}
