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
 * Keeps small files in memory, and remembers for a short time which of them a request target names. So a change of a
 * file, of a link or of a folder is seen after that time.
 *
 * <p>It remembers only files whose whole content is in memory. Such a response is of one version, whatever happens to
 * the file meanwhile. It remembers no target that names no file, so that a new file is found at once.
 *
 * <p>{@link #recent} takes no lock, so an event loop may call it. That is why this is not a Caffeine cache, in which a
 * reader may have to wait for the eviction. Thread-safe.
 */
final class SmallFiles {
    /** The largest file that is kept. */
    static final int MOST_BYTES = 16 * 1024;
    /** The most targets, each with the content of its file. */
    static final int MOST_TARGETS = 512;

    /**
     * How long a file must be unmodified before it is kept. A file system tells the time of a modification only as
     * exactly as its clock ticks, so two versions of a young file may look the same.
     */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /** The content of a file that a target named at {@code sinceNanos}. */
    private record Named(OpenFile file, long sinceNanos) {}

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

    /** The file that the target named a short time ago. Null if that is not known. */
    @Nullable
    OpenFile recent(String target) {
        Named named = byTarget.get(target);
        return named != null && isRecent(named, nanoClock.getAsLong()) ? named.file : null;
    }

    /**
     * Puts a small file into memory, and remembers that the target names it. Returns null if the file is too large, or
     * has just been modified, so that it must be read anew for each response. Blocks on the file system.
     *
     * @param sinceNanos when the file was looked up
     * @throws IOException when the file cannot be opened
     */
    @Nullable
    OpenFile keep(String target, CatalogFile file, BasicFileAttributes attributes, long sinceNanos) throws IOException {
        if (keptNanos == 0 || file.length() > MOST_BYTES) {
            return null;
        }
        Named last = byTarget.get(target);
        OpenFile kept = last != null && last.file.isVersion(file, attributes) ? last.file : read(file, attributes);
        if (kept != null && (last != null || byTarget.size() < MOST_TARGETS || sweep())) {
            byTarget.put(target, new Named(kept, sinceNanos));
        }
        return kept;
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
            return null; // it has become shorter
        }
    }

    int size() {
        return byTarget.size();
    }

    /** Makes room, at most once in the time that a target is remembered. Returns whether there is room. */
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
