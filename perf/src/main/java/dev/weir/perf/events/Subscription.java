package dev.weir.perf.events;

import dev.weir.perf.load.Connection;

/** Checks and counts the events that one subscriber gets. Confined to the generator's event loop. */
final class Subscription {
    private final Owner owner;
    private int seen;
    private boolean begun;

    /** Receives all subscribers' events and all connections' states, on the generator's event loop. */
    interface Owner {
        /** Called once per subscription, when the server has answered. The subscriber must get all later events. */
        void subscribed();

        /** Called for each event of a subscriber. Throws if the bytes are not those of the event with this number. */
        void delivered(int number, byte[] bytes, int from, int to, long nowNanos);

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
