package dev.weir.throttle;

import java.util.function.BiConsumer;

/** A download that reports to a test how many bytes it may send. */
final class TestDownload implements Waiter {
    final int id;
    long wanted;
    boolean waiting;
    private boolean served;
    long askedNanos;

    private final Share share;
    private final BiConsumer<TestDownload, Long> onGrant;

    TestDownload(int id, Share share, long wanted, BiConsumer<TestDownload, Long> onGrant) {
        this.id = id;
        this.share = share;
        this.wanted = wanted;
        this.onGrant = onGrant;
    }

    @Override
    public Share share() {
        return share;
    }

    @Override
    public long wanted() {
        return wanted;
    }

    @Override
    public boolean isNew() {
        return !served;
    }

    @Override
    public void granted(long bytes) {
        served = true;
        waiting = false;
        onGrant.accept(this, bytes);
    }
}
