package dev.weir.perf.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A server with a limiter for all and one for each client, both asked for each chunk.
 *
 * <p>It counts chunks, as the article does: bytes would not fit in two of the limiters. It has no turns, no waiters and
 * nothing to hand over: whoever is refused would poll.
 */
public final class LimiterServer implements ServerType.Server {
    private final LimiterType type;
    private final Supply supply;
    private final LimiterType.Limiter global;
    private final List<LimiterType.Limiter> opened = new ArrayList<>();

    LimiterServer(LimiterType type, Supply supply) {
        this.type = type;
        this.supply = supply;
        this.global = limiter();
    }

    @Override
    public LongSupplier open(int downloads) {
        LimiterType.Limiter[] clients =
                IntStream.range(0, downloads).mapToObj(_ -> limiter()).toArray(LimiterType.Limiter[]::new);
        return new LongSupplier() {
            private int next;

            @Override
            public long getAsLong() {
                LimiterType.Limiter client = clients[next];
                next = next + 1 == downloads ? 0 : next + 1;
                if (client.ask(1) != 0 || global.ask(1) != 0) {
                    throw new IllegalStateException("refused");
                }
                return CHUNK_BYTES;
            }
        };
    }

    private synchronized LimiterType.Limiter limiter() {
        LimiterType.Limiter limiter = supply.of(type);
        opened.add(limiter);
        return limiter;
    }

    @Override
    public synchronized void close() {
        opened.forEach(LimiterType.Limiter::close);
    }

    /** What a limiter has to give while it is measured, so that every answer of a trial is the same. */
    public enum Supply {
        /** A byte each nanosecond, a second's worth kept, one byte asked for: faster than anybody asks. */
        PLENTY(1_000_000_000, 1_000_000_000, 1),
        /** A byte a second after the chunk that was there is taken, and a chunk asked for: hours away. */
        NONE(1, Supply.CHUNK_BYTES, Supply.CHUNK_BYTES);

        private static final int CHUNK_BYTES = 20 * 1024;

        private final long rate;
        private final long capacity;
        private final int askedBytes;

        Supply(long rate, long capacity, int askedBytes) {
            this.rate = rate;
            this.capacity = capacity;
            this.askedBytes = askedBytes;
        }

        LimiterType.Limiter of(LimiterType type) {
            LimiterType.Limiter limiter = type.create(rate, capacity);
            if (limiter.ask(askedBytes) != 0) {
                throw new IllegalStateException(type + " is not full at first");
            }
            return limiter;
        }

        int askedBytes() {
            return askedBytes;
        }

        /** @throws IllegalStateException when the limiter does not answer as it did, or should have, all along */
        void check(LimiterType.Limiter limiter) {
            long answer = limiter.ask(askedBytes);
            if ((answer == 0) != (this == PLENTY)) {
                throw new IllegalStateException("answered " + answer + " with " + this);
            }
        }
    }
}
