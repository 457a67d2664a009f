package dev.weir.throttle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random series of calls to one shaper: requests of downloads, cancellations, changes of limits and steps of time.
 * With the same seed, two shapers get the same calls as long as they grant the same bytes.
 */
final class ShaperProgram {
    private static final long MILLISECOND = 1_000_000;

    final List<SeenGrant> grants = new ArrayList<>();
    final List<Long> instants = new ArrayList<>();
    /**
     * How many calls of {@link AnyShaper#advance} granted nothing, although they came exactly at the time that the
     * previous call had returned for the next grant.
     */
    int emptyLooks;

    /** How many calls of {@link AnyShaper#takesAtOnce} have returned true. */
    int bodiesAtOnce;

    private final Random random;
    private final AnyShaper shaper;
    private final List<TestDownload> downloads = new ArrayList<>();
    private final List<Share> shares = new ArrayList<>();
    private long now;
    private long due = NextGrant.NEVER;

    ShaperProgram(AnyShaper.Maker shapers, Random random) {
        this.random = random;
        this.now = random.nextLong() / 4;
        long rate = anyRate();
        this.shaper = shapers.make(rate, anyCapacity(rate), now);
        int clients = 1 + random.nextInt(6);
        for (int client = 0; client < clients; client++) {
            long own = anyRate();
            shares.add(shaper.share(client, own, anyCapacity(own), 1 + random.nextInt(5), now));
            for (int download = random.nextInt(4); download >= 0; download--) {
                downloads.add(new TestDownload(downloads.size(), shares.getLast(), 1, this::granted));
            }
        }
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(20)) {
                case 0 -> change();
                case 1 -> cancelOne();
                case 2, 3, 4, 5, 6, 7 -> askOne();
                case 8, 9 -> shortBody();
                default -> step();
            }
        }
    }

    private void step() {
        boolean exactly = due != NextGrant.NEVER && random.nextInt(4) > 0;
        int before = grants.size();
        if (exactly) {
            now = due;
        } else {
            now += Seeds.anyDigits(random, 1000 * MILLISECOND) - 1;
        }
        look();
        if (exactly && grants.size() == before) {
            emptyLooks++;
        }
    }

    private void look() {
        due = shaper.advance(now);
        instants.add(due);
    }

    private void askOne() {
        TestDownload download = downloads.get(random.nextInt(downloads.size()));
        if (!download.waiting) {
            download.wanted = Seeds.anyDigits(random, 1L << 40);
            download.waiting = true;
            shaper.ask(download, now);
            look();
        }
    }

    private void shortBody() {
        Share share = shares.get(random.nextInt(shares.size()));
        long bytes = Seeds.anyDigits(random, 64 * 1024);
        if (shaper.takesAtOnce(share, bytes, now)) {
            grants.add(new SeenGrant(now, share.id, -1, bytes));
            bodiesAtOnce++;
        }
        look();
    }

    private void cancelOne() {
        TestDownload download = downloads.get(random.nextInt(downloads.size()));
        if (shaper.cancel(download, now) != download.waiting) {
            throw new AssertionError("waiting: " + download.waiting);
        }
        if (!download.waiting) {
            shaper.giveBack(download, Seeds.anyDigits(random, 4096), now);
        }
        download.waiting = false;
        look();
    }

    private void change() {
        long rate = anyRate();
        int which = random.nextInt(shares.size() + 1);
        if (which == shares.size()) {
            shaper.changeGlobal(rate, anyCapacity(rate), now);
        } else {
            shaper.change(shares.get(which), rate, anyCapacity(rate), 1 + random.nextInt(5), now);
        }
        look();
    }

    private void granted(TestDownload download, long bytes) {
        grants.add(new SeenGrant(now, download.share().id, download.id, bytes));
    }

    private long anyRate() {
        return random.nextInt(8) == 0 ? 0 : 1000 * Seeds.anyDigits(random, 100_000);
    }

    private long anyCapacity(long rate) {
        return Chunk.bytes(rate, AnyShaper.CHUNK_TIME) + random.nextInt(100_000);
    }
}
