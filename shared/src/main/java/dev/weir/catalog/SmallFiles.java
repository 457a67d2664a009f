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
 * A cache of small files in memory. For a short time, it maps a request target to the content of the file. Clients see
 * a changed file, link or folder when this time has passed. If a rewrite keeps the length, the time of modification and
 * the inode of a file, clients see the change after {@link #READ_AGAIN}.
 *
 * <p>An entry holds the whole content of its file, so a response never mixes two versions of the file. There are no
 * entries for missing files, so the next request finds a new file.
 *
 * <p>{@link #recent} takes no lock, so an event loop may call it. A read of a Caffeine cache could wait for an
 * eviction. Thread-safe.
 */
final class SmallFiles {
    /** The length in bytes of the largest file that the cache keeps. */
    static final int MOST_BYTES = 16 * 1024;
    /** The largest number of entries. */
    static final int MOST_TARGETS = 512;

    /**
     * The time for which a file must be unmodified before the cache keeps it. The clock of a file system is coarse, so
     * two versions that are written within this time may have the same time of modification.
     */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /**
     * The time after which the cache reads a file again, even if its attributes are unchanged. {@code cp -p} and {@code
     * tar} can rewrite a file in place and keep its length and its time of modification.
     */
    static final Duration READ_AGAIN = Duration.ofSeconds(2);

    /**
     * An entry of the cache: the result of a lookup.
     *
     * @param file the file in memory, or null if the lookup found a file that the cache does not keep. An entry with
     *     null stops an older lookup on another thread from storing an older version
     * @param sinceNanos time at which the lookup began
     * @param readNanos time shortly before the content was read
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
    /** The time of the last search for expired entries. */
    private final AtomicLong sweptNanos;

    /** @param kept the lifetime of an entry; 0 turns the cache off */
    SmallFiles(Duration kept, LongSupplier nanoClock, InstantSource clock) {
        this.keptNanos = kept.toNanos();
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.sweptNanos = new AtomicLong(nanoClock.getAsLong() - keptNanos);
    }

    long nowNanos() {
        return nanoClock.getAsLong();
    }

    /** Returns the file of a target, or null if the cache has no entry that is recent enough. */
    @Nullable
    OpenFile recent(String target) {
        Named named = byTarget.get(target);
        return named != null && isRecent(named, nanoClock.getAsLong()) ? named.file : null;
    }

    /**
     * Reads a small file into memory and stores it under its target. Blocks on the file system.
     *
     * @param sinceNanos time at which the lookup of the file began
     * @return the file in memory, or null if it is too large or was modified too recently to keep
     * @throws IOException when the file cannot be opened
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
            opened.read(bytes, opened.whole(), 0);
            BasicFileAttributes after = FileCatalog.attributes(file.path());
            boolean same = opened.isVersion(file, attributes) && opened.isVersion(file, after) && file.isVersion(after);
            return same ? new OpenFile(file, bytes.flip(), attributes.fileKey()) : null;
        } catch (BrokenFileException e) {
            return null; // the file was changed during the read
        }
    }

    int size() {
        return byTarget.size();
    }

    /**
     * Removes expired entries, at most once in each {@code keptNanos}. Returns whether there is room for another entry.
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
