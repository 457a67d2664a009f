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
 * A cache of small files in memory. For a short time it remembers which file a request target names. A change of a
 * file, of a link or of a folder is seen after that time, or after {@link #READ_AGAIN} if the file keeps its length, its
 * time of modification and its inode.
 *
 * <p>It remembers a target only if the whole content of its file is in memory, so a response never mixes two versions
 * of the file. It does not remember targets that name no file, so a new file is found at once.
 *
 * <p>{@link #recent} takes no lock, so an event loop may call it. A Caffeine cache would not do, because its reader may
 * have to wait for an eviction. Thread-safe.
 */
final class SmallFiles {
    /** The length of the largest file that is kept in memory. */
    static final int MOST_BYTES = 16 * 1024;
    /** The largest number of targets that are remembered. Each may have a file in memory. */
    static final int MOST_TARGETS = 512;

    /**
     * The time for which a file must be unmodified before it is kept. The clock of a file system is coarse, so two
     * versions that were written shortly after each other may have the same time of modification.
     */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /**
     * The longest time for which bytes are kept without reading them again. A file may be rewritten in place and keep
     * its length and its time of modification. {@code cp -p} and {@code tar} do that.
     */
    static final Duration READ_AGAIN = Duration.ofSeconds(2);

    /**
     * The result of a look-up.
     *
     * @param file the file in memory. Null if the target named a file that is not kept. Then an older look-up must not
     *     put an older version here
     * @param sinceNanos when the look-up began
     * @param readNanos when the bytes of the file were read, or a little earlier
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
    /** When the map was last searched for targets that are out of date. */
    private final AtomicLong sweptNanos;

    /** @param kept how long a target is remembered; 0 remembers nothing */
    SmallFiles(Duration kept, LongSupplier nanoClock, InstantSource clock) {
        this.keptNanos = kept.toNanos();
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.sweptNanos = new AtomicLong(nanoClock.getAsLong() - keptNanos);
    }

    long nowNanos() {
        return nanoClock.getAsLong();
    }

    /** Returns the file that the target named a short time ago, or null if the target is not remembered. */
    @Nullable
    OpenFile recent(String target) {
        Named named = byTarget.get(target);
        return named != null && isRecent(named, nanoClock.getAsLong()) ? named.file : null;
    }

    /**
     * Puts a small file into memory, and remembers that the target names it. Blocks on the file system.
     *
     * @param sinceNanos when the file was looked up
     * @return null if the file is too large or was modified a moment ago, so that each response must read it again
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
     * Forgets the targets that are out of date, at most once in each {@code keptNanos}. Returns whether another target
     * can be remembered.
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
