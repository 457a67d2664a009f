package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The blocks of a list, whatever it lists. */
class ListingTest {
    private static final byte[] NOTHING = {};
    private static final int MANY = 10_000_000;

    /** If this fails, check that a list gives its carrier thread back after each block. */
    @Test
    void d13_listsLetOtherVirtualThreadsRun() throws InterruptedException {
        int carriers = Runtime.getRuntime().availableProcessors();
        AtomicInteger begun = new AtomicInteger();
        AtomicBoolean otherRan = new AtomicBoolean();
        AtomicInteger endedInTime = new AtomicInteger();
        List<Thread> lists = new ArrayList<>();
        for (int i = 0; i < carriers; i++) {
            lists.add(Thread.startVirtualThread(() -> {
                Listing listing = new Listing(Map.of(), new Endless());
                if (begun.incrementAndGet() == carriers) {
                    Thread.startVirtualThread(() -> otherRan.set(true));
                }
                for (int block = 0; block < MANY && !otherRan.get(); block++) {
                    assertThat(listing.next()).isEmpty();
                }
                endedInTime.addAndGet(otherRan.get() ? 1 : 0);
            }));
        }
        for (Thread list : lists) {
            list.join();
        }
        assertThat(endedInTime).hasValue(carriers);
    }

    /** A folder in which no entry is listed. */
    private static class Endless implements Listing.Source {
        @Override
        public byte[] next() {
            return NOTHING;
        }

        @Override
        public void close() {}
    }
}
