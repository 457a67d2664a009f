package dev.weir.listing;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the memory for the file names of all open lists. A client's limit is an eighth of the memory that all other
 * clients together leave free. So a few clients cannot use all memory. A new list gets a quarter of what is left of its
 * client's limit, but at least {@link #LEAST_BYTES} and at most {@link #MOST_BYTES}. If the list's folder needs less,
 * the list soon gives the rest back. Thread-safe. Takes a lock only briefly.
 */
final class NameBudget {
    /** The most bytes of memory for the names of one list. */
    static final long MOST_BYTES = 1024 * 1024;

    /**
     * The least bytes of memory for the names of one list. With less, a large folder would have to be read too many
     * times.
     */
    static final long LEAST_BYTES = 16 * 1024;

    private static final int CLIENTS = 8;
    private static final int LISTINGS = 4;

    private final long most;
    private final Map<String, Long> taken = new HashMap<>();
    private long sum;

    /** @param most the most bytes for all clients together; raised to {@link #MOST_BYTES} if it is less */
    NameBudget(long most) {
        this.most = Math.max(most, MOST_BYTES);
    }

    /**
     * Reserves memory for one list of files.
     *
     * @throws RefusedException with {@link Problem#OVERLOADED} if fewer than {@link #LEAST_BYTES} are left, or
     *     {@link Problem#TOO_MANY_DOWNLOADS} if the client may take fewer than {@link #LEAST_BYTES}
     */
    synchronized Share take(String client) {
        long left = most - sum;
        if (left < LEAST_BYTES) {
            throw new RefusedException(Problem.OVERLOADED);
        }
        long own = taken.getOrDefault(client, 0L);
        long leftForClient = Math.max((left + own) / CLIENTS, LEAST_BYTES) - own;
        if (leftForClient < LEAST_BYTES) {
            throw new RefusedException(Problem.TOO_MANY_DOWNLOADS);
        }
        long bytes = Math.clamp(leftForClient / LISTINGS, LEAST_BYTES, MOST_BYTES);
        add(client, bytes);
        return new Share(client, bytes);
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

    /** The part of the memory budget that one list of files has. Any thread may use it. */
    final class Share implements AutoCloseable {
        private final String client;
        private long bytes;

        private Share(String client, long bytes) {
            this.client = client;
            this.bytes = bytes;
        }

        long bytes() {
            synchronized (NameBudget.this) {
                return bytes;
            }
        }

        /**
         * Gives back all memory except {@code needed} bytes. Does nothing if this share has at most {@code needed}
         * bytes.
         */
        void shrink(long needed) {
            synchronized (NameBudget.this) {
                if (needed < bytes) {
                    add(client, needed - bytes);
                    bytes = needed;
                }
            }
        }

        /** Gives back all memory of this share. A second call does nothing. */
        @Override
        public void close() {
            shrink(0);
        }
    }
}
