package dev.weir.throttle;

import java.util.ArrayList;
import java.util.List;

/** Grants and settings of one bucket, in order. Checks every window between two grants against the bound of T01. */
final class Windows {
    private static final double SECOND = 1e9;

    /** A setting, and the number of grants made before it. */
    private record Setting(int afterGrants, long rate, long capacity) {
        long chunk() {
            return Math.min(Chunk.bytes(rate, AnyShaper.CHUNK_TIME), capacity);
        }
    }

    private final List<Setting> settings = new ArrayList<>();
    private final List<SeenGrant> grants = new ArrayList<>();

    Windows(long rate, long capacity) {
        set(rate, capacity);
    }

    void set(long rate, long capacity) {
        settings.add(new Setting(grants.size(), rate, capacity));
    }

    void add(SeenGrant grant) {
        grants.add(grant);
    }

    /** Checks every window, however short. A bound that holds for these holds for longer ones. */
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
