package dev.weir.throttle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Downloads that ask again as soon as they are granted, on one shaper and in virtual time. */
final class Simulation {
    static final long SECOND = 1_000_000_000L;
    static final long MILLISECOND = SECOND / 1000;
    /** More than any download here gets. */
    private static final long WITHOUT_END = 1L << 40;

    final AnyShaper shaper;
    final List<SeenGrant> grants = new ArrayList<>();
    /** How long the one waited that waited longest. */
    long longestWaitNanos;
    /** By how much each look comes late. */
    LongSupplier lateNanos = () -> 0;

    long now;

    private final List<TestDownload> again = new ArrayList<>();
    private final Set<TestDownload> stopped = new HashSet<>();
    private long clients;
    private int downloads;

    Simulation(AnyShaper.Maker shapers, long rate, long capacity) {
        this.shaper = shapers.make(rate, capacity, now);
    }

    /** A client whose capacity is one chunk. */
    Share client(long rate, int weight) {
        return client(rate, Chunk.bytes(rate, AnyShaper.CHUNK_TIME), weight);
    }

    Share client(long rate, long capacity, int weight) {
        return shaper.share(clients++, rate, capacity, weight, now);
    }

    /** A download that asks now, and after each grant until it is stopped. */
    TestDownload download(Share share) {
        TestDownload download = new TestDownload(downloads++, share, WITHOUT_END, this::granted);
        again.add(download);
        return download;
    }

    /** Its client stalls: it waits for what it asked, and asks for nothing more. */
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

    /** Asks and grants all that can be at this instant; answers the next. */
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

    /** Forgets what was granted until now. */
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
