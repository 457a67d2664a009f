package dev.weir.perf.events;

import dev.weir.perf.load.Connection;

/** Counts the events of one subscriber. Confined to the generator's loop. */
final class Subscription {
    private final Owner owner;
    private int seen;
    private boolean begun;

    /** Follows subscribers and the publisher; every call runs on the generator's loop. */
    interface Owner {
        /** The server has answered a subscriber, once: it must deliver every event that is published from now on. */
        void subscribed();

        /**
         * A subscriber got an event.
         *
         * @param number the number of the event that is due, from 0
         * @throws IllegalStateException if the bytes are not those of that event
         */
        void delivered(int number, byte[] bytes, int from, int to, long nowNanos);

        /** The server has accepted every event that was given to the publisher. */
        void accepted();

        /** A connection ended; called once. */
        void ended(Connection connection, String reason);
    }

    /** A connection with one or more subscriptions. */
    interface Subscriber {
        /** The number of subscriptions. */
        int size();

        /** The events of all subscriptions together. */
        long seen();
    }

    /** @param seen the number of events that the subscriber got on earlier connections */
    Subscription(Owner owner, int seen) {
        this.owner = owner;
        this.seen = seen;
    }

    int seen() {
        return seen;
    }

    /** The server has answered. */
    void begin() {
        if (!begun) {
            begun = true;
            owner.subscribed();
        }
    }

    /** The server has delivered an event. */
    void event(byte[] bytes, int from, int to, long nowNanos) {
        begin();
        owner.delivered(seen, bytes, from, to, nowNanos);
        seen++;
    }
}
