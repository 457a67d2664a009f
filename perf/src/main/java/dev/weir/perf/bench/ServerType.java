package dev.weir.perf.bench;

import java.util.function.LongSupplier;

/** What could stand between a server's downloads and their limits. */
public enum ServerType {
    /** The project's throttle, with rates that are never reached. */
    WEIR {
        @Override
        Server create() {
            return new ThrottleServer(GLOBAL_RATE, CLIENT_RATE, 0);
        }
    },

    /** The same without limits: rate 0. */
    WEIR_UNLIMITED {
        @Override
        Server create() {
            return new ThrottleServer(0, 0, 0);
        }
    },

    /** The same while a thousand other clients wait for theirs: the others have nobody who waits, they are polled. */
    WEIR_AMONG_WAITING {
        @Override
        Server create() {
            return new ThrottleServer(GLOBAL_RATE, CLIENT_RATE, 1_000);
        }
    },

    RESILIENCE4J {
        @Override
        Server create() {
            return new LimiterServer(LimiterType.RESILIENCE4J, LimiterServer.Supply.PLENTY);
        }
    },

    BUCKET4J {
        @Override
        Server create() {
            return new LimiterServer(LimiterType.BUCKET4J, LimiterServer.Supply.PLENTY);
        }
    },

    SEMAPHORE {
        @Override
        Server create() {
            return new LimiterServer(LimiterType.SEMAPHORE, LimiterServer.Supply.PLENTY);
        }
    };

    /** A chunk in less time than a decision takes. */
    private static final long CLIENT_RATE = 1_000_000_000_000L;

    private static final long GLOBAL_RATE = 10 * CLIENT_RATE;

    abstract Server create();

    /** The limits of a server, a global one and one of each client, as its threads meet them. */
    interface Server extends AutoCloseable {
        /** What a download asks for each time. */
        int CHUNK_BYTES = 20 * 1024;

        /**
         * Opens downloads of as many new clients, for one thread.
         *
         * @return takes the next of them, in turns, one step further: asks, is granted, writes; answers the bytes
         */
        LongSupplier open(int downloads);

        /** @throws IllegalStateException when a download had to wait, so that what was measured is another thing */
        @Override
        void close();
    }
}
