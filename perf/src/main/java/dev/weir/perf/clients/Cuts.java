package dev.weir.perf.clients;

import java.util.SplittableRandom;

/**
 * The cuts of one download's connections, one after another, drawn from a seed: the same for every server.
 *
 * <p>One in four falls into the header, the others anywhere up to half of the file, so that nobody gets through without
 * resuming. The first always strikes, whatever is asked for, as it is shorter than the answer; after {@code most} of them
 * nothing is cut, so that clients which start again instead of resuming end too.
 *
 * <p>A close that would fall into a header comes before its first byte: curl and wget take a header that ends early for a
 * whole one without a length, and are content with what they have. No server can help that. Thread-safe.
 */
final class Cuts {
    /** Shorter than any server's header. */
    static final int HEADER_BYTES = 150;
    /** Longer than any server's header. */
    static final int LONG_HEADER_BYTES = 1024;

    private static final int ONE_IN = 4;

    private final SplittableRandom random;
    private final long bodyBytes;
    private int left;

    Cuts(long seed, long fileBytes, int most) {
        random = new SplittableRandom(seed);
        bodyBytes = fileBytes / 2;
        left = most;
    }

    /** Of the connection that is answered next. */
    synchronized Cut next() {
        if (left == 0) {
            return Cut.NEVER;
        }
        left--;
        long bound = random.nextInt(ONE_IN) == 0 ? HEADER_BYTES : HEADER_BYTES + bodyBytes;
        long afterBytes = random.nextLong(bound);
        boolean byReset = random.nextBoolean();
        return new Cut(byReset || afterBytes >= LONG_HEADER_BYTES ? afterBytes : 0, byReset);
    }
}
