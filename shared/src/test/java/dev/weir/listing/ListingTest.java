package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.catalog.FileCatalog;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests how {@link Listing} divides a list of files into blocks. */
class ListingTest {
    private static final byte[] NOTHING = {};
    private static final int MANY = 10_000_000;

    /**
     * Endless lists are read by more virtual threads than there are carrier threads. The reading threads must still let
     * another virtual thread run. A platform thread starts that other thread, as in Tomcat.
     */
    @Test
    void d13_listsLetOtherVirtualThreadsRun() throws InterruptedException {
        int many = 3 * Runtime.getRuntime().availableProcessors();
        AtomicInteger begun = new AtomicInteger();
        AtomicBoolean otherRan = new AtomicBoolean();
        AtomicInteger endedInTime = new AtomicInteger();
        List<Thread> lists = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            lists.add(Thread.startVirtualThread(() -> {
                Listing listing = new Listing(Map.of(), new Endless());
                if (begun.incrementAndGet() == many) {
                    Thread.ofPlatform().start(() -> Thread.startVirtualThread(() -> otherRan.set(true)));
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
        assertThat(endedInTime).hasValue(many);
    }

    /** A list is closed while a call reads its folder. The folder must be closed after this call, not during it. */
    @Test
    void d11_aListThatIsClosedWhileItIsReadClosesItsFolderAfterwards() {
        AtomicReference<Listing> listing = new AtomicReference<>();
        Endless source = new Endless() {
            @Override
            public byte[] next() {
                listing.get().close();
                assertThat(closed).isFalse();
                return super.next();
            }
        };
        listing.set(new Listing(Map.of(), source));
        assertThat(listing.get().next()).isEmpty();
        assertThat(source.closed).isTrue();
        listing.get().close();
        assertThat(listing.get().next()).isNull();
    }

    static List<RuntimeException> errors() {
        FileSystemException cause = new FileSystemException("/folder", null, "Too many open files");
        return List.of(new UncheckedIOException(cause), new DirectoryIteratorException(cause));
    }

    /**
     * If the first block of a list cannot be read, the request must be refused. So this block must be read before the
     * response begins.
     */
    @ParameterizedTest
    @MethodSource("errors")
    void x01_anErrorOfTheFirstReadIsARefusal(RuntimeException error, @TempDir Path root) throws IOException {
        try (FileCatalog catalog = new FileCatalog(root, false)) {
            Listings listings = new Listings(catalog, 0);
            Broken source = new Broken(error);
            assertThatThrownBy(() -> listings.open(ListingPlan.of("GET", "/files/", null), source))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.OVERLOADED));
            assertThat(source.closed).isTrue();
            Broken unread = new Broken(error);
            listings.open(ListingPlan.of("HEAD", "/files/", null), unread).close();
            assertThat(unread.closed).isTrue();
        }
    }

    /** A source that never ends. Each call of {@link #next} returns an empty block. */
    private static class Endless implements Listing.Source {
        boolean closed;

        @Override
        public byte[] next() {
            return NOTHING;
        }

        @Override
        public void close() {
            assertThat(closed).isFalse();
            closed = true;
        }
    }

    private static final class Broken extends Endless {
        private final RuntimeException error;

        Broken(RuntimeException error) {
            this.error = error;
        }

        @Override
        public byte[] next() {
            throw error;
        }
    }
}
