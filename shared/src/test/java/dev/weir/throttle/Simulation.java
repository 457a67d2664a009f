package dev.weir.throttle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Downloads on one shaper in virtual time. Each asks for its next grant as soon as it gets one. */
final class Simulation {
    static final long SECOND = 1_000_000_000L;
    static final long MILLISECOND = SECOND / 1000;
    private static final long WITHOUT_END = 1L << 40;

    final AnyShaper shaper;
    final List<SeenGrant> grants = new ArrayList<>();
    long longestWaitNanos;
    /** Returns by how much the next call of the shaper is late. */
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

    /** Makes a client stall. Its download still gets the grant that it waits for, and asks for no other. */
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
     * Lets the shaper make all grants of this instant, and the downloads ask for their next ones.
     *
     * @return the next instant at which the shaper must be called
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
        return next == Shaper.NEVER ? Long.MAX_VALUE / 2 : next;
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
