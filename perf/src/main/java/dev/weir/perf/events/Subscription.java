package dev.weir.perf.events;

import dev.weir.perf.load.Connection;

/** Counts the events of one subscriber. Confined to the generator's loop. */
final class Subscription {
    private final Owner owner;
    private int seen;
    private boolean begun;

    /** Called by subscribers and the publisher, on the generator's loop. */
    interface Owner {
        /** Called once per subscription, when the server has answered. Later events are due at the subscriber. */
        void subscribed();

        /** Takes an event, and throws if its bytes are not those of the published event of this number. */
        void delivered(int number, byte[] bytes, int from, int to, long nowNanos);

        /** Called when the server has accepted every event of the publisher. */
        void accepted();

        /** Called once, when a connection has ended. */
        void ended(Connection connection, String reason);
    }

    /** A connection with one or more subscriptions. */
    interface Subscriber {
        int size();

        long seen();
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
