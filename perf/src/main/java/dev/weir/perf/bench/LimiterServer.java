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
final class LimiterServer implements Server {
    private final LimiterType type;
    private final Supply supply;
    private final Limiter global;
    private final List<Limiter> opened = new ArrayList<>();

    LimiterServer(LimiterType type, Supply supply) {
        this.type = type;
        this.supply = supply;
        this.global = limiter();
    }

    @Override
    public LongSupplier open(int downloads) {
        Limiter[] clients =
                IntStream.range(0, downloads).mapToObj(_ -> limiter()).toArray(Limiter[]::new);
        return new LongSupplier() {
            private int next;

            @Override
            public long getAsLong() {
                Limiter client = clients[next];
                next = next + 1 == downloads ? 0 : next + 1;
                if (client.ask(1) != 0 || global.ask(1) != 0) {
                    throw new IllegalStateException("refused");
                }
                return CHUNK_BYTES;
            }
        };
    }

    private synchronized Limiter limiter() {
        Limiter limiter = supply.of(type);
        opened.add(limiter);
        return limiter;
    }

    @Override
    public synchronized void close() {
        opened.forEach(Limiter::close);
    }
}
