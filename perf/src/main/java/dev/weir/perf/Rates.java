package dev.weir.perf;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Rates at the wire, T02 and T03: so many downloads at once, each of a client with one connection; with them one client
 * more with one connection, and one with many.
 *
 * @param downloads at once, besides the two clients of T03
 */
record Rates(int downloads) {
    static final int FILE_BYTES = 64 << 20;
    static final int RATE_BYTES = 200 * 1024;
    static final int MANY = 16;
    /** Whole seconds: another length would cut chunks, and count the cut as an error of the rate. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    private static final Duration TO_SETTLE = Duration.ofSeconds(5);
    /** Start and stop of a server, for the time left. */
    private static final Duration OVERHEAD = Duration.ofSeconds(10);

    private static final int POOL = 200;
    /** For what {@code blocking} must answer besides the downloads that hold a thread each. */
    private static final int SPARE_THREADS = 3;

    /** Connections of each client: those of T02, then the two of T03. */
    List<Integer> connections() {
        return Stream.concat(Collections.nCopies(downloads, 1).stream(), Stream.of(1, MANY))
                .toList();
    }

    Duration ramp() {
        return Duration.ofMillis(Math.max(500, 2L * downloads));
    }

    Duration settle() {
        return ramp().plus(TO_SETTLE);
    }

    long chunkBytes() {
        return RATE_BYTES
                * Scenario.CHUNK_TIME.toMillis()
                / Duration.ofSeconds(1).toMillis();
    }

    Duration planned() {
        return OVERHEAD.plus(settle()).plus(WINDOW);
    }

    /** A thread for every connection where a download holds one, so that the rate is judged and not the queue. */
    int threadsOf(Contender contender) {
        return contender.holdsThread() ? downloads + 1 + MANY + SPARE_THREADS : POOL;
    }

    /** Every contender with every number of downloads. */
    record Pair(Contender contender, Rates rates) {
        static List<Pair> all(List<Contender> contenders, List<Integer> downloads, Random random) {
            List<Pair> pairs = new ArrayList<>();
            for (int count : downloads) {
                contenders.forEach(contender -> pairs.add(new Pair(contender, new Rates(count))));
            }
            Collections.shuffle(pairs, random);
            return List.copyOf(pairs);
        }

        @Override
        public String toString() {
            return contender + " x " + rates.downloads();
        }
    }
}
