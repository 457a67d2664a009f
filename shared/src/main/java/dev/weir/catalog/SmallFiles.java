package dev.weir.catalog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache that keeps small files in memory, with the path of the request as the key. Thread-safe.
 *
 * <p>Clients see a change of a file at the latest when the file's entry in the cache has expired. A change that keeps
 * the length, the time of modification and the inode may stay unseen for up to {@link #READ_AGAIN} longer. An entry
 * holds the whole file, so a response never mixes two versions. A missing file has no entry, so clients see a new file
 * at once.
 *
 * <p>{@link #recent} takes no lock, so an event loop may call it. A Caffeine cache was rejected, because it could
 * block.
 */
final class SmallFiles {
    /** The size of the largest file that the cache keeps, in bytes. */
    static final int MOST_BYTES = 16 * 1024;

    static final int MOST_TARGETS = 512;

    /**
     * The cache keeps no file that was modified within the last two seconds. File systems have coarse clocks, so two
     * versions written shortly after one another may have the same time of modification.
     */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /**
     * The time after which the cache reads a file again even if its attributes are unchanged. Without this, clients
     * might never see a change by {@code cp -p} or {@code tar}, which can keep the attributes.
     */
    static final Duration READ_AGAIN = Duration.ofSeconds(2);

    /**
     * The result of a file lookup. Times are in nanoseconds of the monotonic clock.
     *
     * @param file the file in memory, or null if the cache does not keep this file
     * @param sinceNanos the start of the lookup
     * @param readNanos a time shortly before the content was read
     */
    private record Named(@Nullable OpenFile file, long sinceNanos, long readNanos) {
        Named later(Named other) {
            return other.sinceNanos - sinceNanos >= 0 ? other : this;
        }
    }

    private final long keptNanos;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final Map<String, Named> byTarget = new ConcurrentHashMap<>();
    private final AtomicLong sweptNanos;

    /** @param kept how long an entry stays valid; 0 turns the cache off */
    SmallFiles(Duration kept, LongSupplier nanoClock, InstantSource clock) {
        this.keptNanos = kept.toNanos();
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.sweptNanos = new AtomicLong(nanoClock.getAsLong() - keptNanos);
    }

    long nowNanos() {
        return nanoClock.getAsLong();
    }

    /**
     * Returns the cached file for the path of a request. Returns null if the path has no entry, or if its entry has
     * expired.
     */
    @Nullable
    OpenFile recent(String target) {
        Named named = byTarget.get(target);
        return named != null && isRecent(named, nanoClock.getAsLong()) ? named.file : null;
    }

    /**
     * Reads a small file into memory, and stores it in the cache if there is room. Blocks on the file system.
     *
     * @param sinceNanos the start of the file lookup, by the monotonic clock
     * @return the file in memory; null if the cache is off, or the file is too large, too recently modified, or changed
     *     during the read
     * @throws IOException if the file cannot be opened
     */
    @Nullable
    OpenFile keep(String target, CatalogFile file, BasicFileAttributes attributes, long sinceNanos) throws IOException {
        if (keptNanos == 0) {
            return null;
        }
        Named last = byTarget.get(target);
        Named found = found(last, file, attributes, sinceNanos);
        if (last != null || (found.file != null && (byTarget.size() < MOST_TARGETS || sweep()))) {
            byTarget.merge(target, found, Named::later);
        }
        return found.file;
    }

    private Named found(@Nullable Named last, CatalogFile file, BasicFileAttributes attributes, long sinceNanos)
            throws IOException {
        if (last != null
                && last.file != null
                && last.file.isVersion(file, attributes)
                && sinceNanos - last.readNanos < READ_AGAIN.toNanos()) {
            return new Named(last.file, sinceNanos, last.readNanos);
        }
        OpenFile read = file.length() > MOST_BYTES ? null : read(file, attributes);
        return new Named(read, sinceNanos, sinceNanos);
    }

    private @Nullable OpenFile read(CatalogFile file, BasicFileAttributes attributes) throws IOException {
        if (file.modified().plus(SETTLED).isAfter(clock.instant())) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) file.length());
        try (OpenFile opened = SharedFiles.openAlone(file)) {
            if (!isRead(opened, bytes)) {
                return null;
            }
            BasicFileAttributes after = FileCatalog.attributes(file.path());
            boolean same = opened.isVersion(file, attributes) && opened.isVersion(file, after) && file.isVersion(after);
            return same ? new OpenFile(file, bytes.flip(), attributes.fileKey()) : null;
        }
    }

    /** Fills {@code bytes}. Returns false if that fails. Logs nothing: a download then reads the file itself. */
    private static boolean isRead(OpenFile opened, ByteBuffer bytes) {
        try {
            opened.fill(bytes, opened.whole(), 0);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int size() {
        return byTarget.size();
    }

    /**
     * Removes expired entries, but at most once in the lifetime of an entry. Returns whether the cache now has room for
     * an entry.
     */
    private boolean sweep() {
        long nowNanos = nanoClock.getAsLong();
        long lastNanos = sweptNanos.get();
        if (nowNanos - lastNanos >= keptNanos && sweptNanos.compareAndSet(lastNanos, nowNanos)) {
            byTarget.values().removeIf(named -> !isRecent(named, nowNanos));
        }
        return byTarget.size() < MOST_TARGETS;
    }

    private boolean isRecent(Named named, long nowNanos) {
        return nowNanos - named.sinceNanos < keptNanos;
    }
}
