package dev.weir.throttle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The grants (permissions to send bytes) and settings of one bucket, in order. Checks that no window of time has more
 * bytes than rule T01 allows: the capacity, plus the rate times the length of the window, plus the largest chunk.
 */
final class Windows {
    private static final double SECOND = 1e9;

    /** @param afterGrants the number of grants that were recorded before this setting */
    private record Setting(int afterGrants, long rate, long capacity, Duration longest) {
        long chunk() {
            boolean usualCapacity = capacity == Chunk.bytes(rate, AnyShaper.CHUNK_TIME);
            long grown = Math.min(Chunk.bytes(rate, longest), 64 * 1024);
            long chunk = Math.max(Chunk.bytes(rate, AnyShaper.CHUNK_TIME), grown);
            return usualCapacity ? chunk : Math.min(chunk, capacity);
        }
    }

    private final Duration longest;

    private final List<Setting> settings = new ArrayList<>();
    private final List<SeenGrant> grants = new ArrayList<>();

    /** @param longest the longest chunk time of the shaper ({@link Chunk.Time#longest}) */
    Windows(long rate, long capacity, Duration longest) {
        this.longest = longest;
        set(rate, capacity);
    }

    void set(long rate, long capacity) {
        settings.add(new Setting(grants.size(), rate, capacity, longest));
    }

    void add(SeenGrant grant) {
        grants.add(grant);
    }

    /**
     * Checks every window of time that begins and ends with a permission to send. Any other window with the same
     * permissions is longer, so rule T01 allows it at least as many bytes.
     */
    void check() {
        int setting = 0;
        for (int first = 0; first < grants.size(); first++) {
            while (setting + 1 < settings.size() && settings.get(setting + 1).afterGrants <= first) {
                setting++;
            }
            checkFrom(first, setting);
        }
    }

    private void checkFrom(int first, int setting) {
        long rate = 0;
        long capacity = 0;
        long chunk = 0;
        long bytes = 0;
        int next = setting;
        for (int last = first; last < grants.size(); last++) {
            for (; next < settings.size() && settings.get(next).afterGrants <= last; next++) {
                rate = Math.max(rate, settings.get(next).rate);
                capacity = Math.max(capacity, settings.get(next).capacity);
                chunk = Math.max(chunk, settings.get(next).chunk());
            }
            SeenGrant grant = grants.get(last);
            bytes += grant.bytes();
            long window = grant.nanos() - grants.get(first).nanos();
            double bound = capacity + rate * (window / SECOND) + chunk;
            if (bytes > bound + 1) {
                throw new AssertionError("grants %d to %d: %d bytes in %d ns, more than %d + %d B/s x w + %d"
                        .formatted(first, last, bytes, window, capacity, rate, chunk));
            }
        }
    }
}
