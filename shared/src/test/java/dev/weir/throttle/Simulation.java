package dev.weir.throttle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Runs downloads on one shaper in virtual time. Each download asks for more as soon as it may send some bytes. */
final class Simulation {
    static final long SECOND = 1_000_000_000L;
    static final long MILLISECOND = SECOND / 1000;
    private static final long WITHOUT_END = 1L << 40;

    final AnyShaper shaper;
    final List<SeenGrant> grants = new ArrayList<>();
    long longestWaitNanos;
    /** Supplies how many nanoseconds too late the simulation calls the shaper next. */
    LongSupplier lateNanos = () -> 0;

    long now;

    private final List<TestDownload> again = new ArrayList<>();
    private final Set<TestDownload> stopped = new HashSet<>();
    private long clients;
    private int downloads;

    Simulation(AnyShaper.Maker shapers, long rate, long capacity) {
        this.shaper = shapers.make(rate, capacity, now);
    }

    Share client(long rate, int weight) {
        return client(rate, Chunk.bytes(rate, AnyShaper.CHUNK_TIME), weight);
    }

    Share client(long rate, long capacity, int weight) {
        return shaper.share(clients++, rate, capacity, weight, now);
    }

    TestDownload download(Share share) {
        TestDownload download = new TestDownload(downloads++, share, WITHOUT_END, this::granted);
        again.add(download);
        return download;
    }

    /** Makes a download stall. It still gets the bytes for which it waits, but does not ask for more. */
    void stop(TestDownload download) {
        stopped.add(download);
    }

    void run(long nanos) {
        long end = now + nanos;
        while (now <= end) {
            now = Math.max(now, Math.min(look() + lateNanos.getAsLong(), end + 1));
        }
        now = end;
    }

    /**
     * Calls the shaper at the current time until nothing more is due. Each download that gets bytes asks for more.
     *
     * @return the time in nanoseconds at which the shaper must be called next
     */
    long look() {
        long next = shaper.advance(now);
        while (!again.isEmpty()) {
            List<TestDownload> asking = List.copyOf(again);
            again.clear();
            for (TestDownload download : asking) {
                download.waiting = true;
                download.askedNanos = now;
                shaper.ask(download, now);
            }
            next = shaper.advance(now);
        }
        return next == NextGrant.NEVER ? Long.MAX_VALUE / 2 : next;
    }

    long bytes(Share share) {
        return grants.stream()
                .filter(grant -> grant.client() == share.id)
                .mapToLong(SeenGrant::bytes)
                .sum();
    }

    long bytes(TestDownload download) {
        return grants.stream()
                .filter(grant -> grant.download() == download.id)
                .mapToLong(SeenGrant::bytes)
                .sum();
    }

    long bytes() {
        return grants.stream().mapToLong(SeenGrant::bytes).sum();
    }

    int downloads() {
        return downloads;
    }

    void measureFromNow() {
        grants.clear();
        longestWaitNanos = 0;
    }

    private void granted(TestDownload download, long bytes) {
        grants.add(new SeenGrant(now, download.share().id, download.id, bytes));
        longestWaitNanos = Math.max(longestWaitNanos, now - download.askedNanos);
        if (!stopped.contains(download)) {
            again.add(download);
        }
    }
}
