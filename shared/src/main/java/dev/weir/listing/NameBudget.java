package dev.weir.listing;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the memory that the names of all listed folders need, for all clients together and for one client. A listing
 * begins with {@link #LISTING_BYTES}, and soon gives back what its folder does not need. Thread-safe. Takes a lock only
 * briefly.
 */
final class NameBudget {
    /** The most bytes for the names of one listing. */
    static final long LISTING_BYTES = 1024 * 1024;

    /** One client gets this part of the whole budget. */
    private static final int CLIENTS = 32;

    private final long most;
    private final long mostOfClient;
    private final Map<String, Long> taken = new HashMap<>();
    private long sum;

    /** @param most the most bytes for all clients together; below {@link #LISTING_BYTES} it counts as that */
    NameBudget(long most) {
        this.most = Math.max(most, LISTING_BYTES);
        this.mostOfClient = Math.max(most / CLIENTS, LISTING_BYTES);
    }

    /**
     * Takes {@link #LISTING_BYTES} for one listing.
     *
     * @throws RefusedException with {@link Problem#OVERLOADED} if the client or all clients have too little left
     */
    synchronized Share take(String client) {
        if (sum + LISTING_BYTES > most || taken.getOrDefault(client, 0L) + LISTING_BYTES > mostOfClient) {
            throw new RefusedException(Problem.OVERLOADED);
        }
        add(client, LISTING_BYTES);
        return new Share(client);
    }

    private void add(String client, long bytes) {
        sum += bytes;
        long left = taken.getOrDefault(client, 0L) + bytes;
        if (left == 0) {
            taken.remove(client);
        } else {
            taken.put(client, left);
        }
    }

    synchronized long taken() {
        return sum;
    }

    /** The part of the budget that one listing has. Any thread may use it. */
    final class Share implements AutoCloseable {
        private final String client;
        private long bytes = LISTING_BYTES;

        private Share(String client) {
            this.client = client;
        }

        long bytes() {
            synchronized (NameBudget.this) {
                return bytes;
            }
        }

        /** Gives back all but {@code needed} bytes. Does nothing if the share is smaller. */
        void shrink(long needed) {
            synchronized (NameBudget.this) {
                if (needed < bytes) {
                    add(client, needed - bytes);
                    bytes = needed;
                }
            }
        }

        /** Gives everything back. A second call does nothing. */
        @Override
        public void close() {
            shrink(0);
        }
    }
}
