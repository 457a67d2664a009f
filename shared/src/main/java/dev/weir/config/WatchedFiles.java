package dev.weir.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was read from files, read again when one of them changes: by its time or its length, looked at once a second at
 * most. What cannot be read leaves the value as it was, with one line in the log for each change.
 *
 * <p>Thread-safe. The thread that asks reads, so an event loop must not ask.
 */
final class WatchedFiles<T> implements Supplier<T> {
    private static final Logger log = LoggerFactory.getLogger(WatchedFiles.class);
    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    private final List<Path> files;
    private final Supplier<T> reader;
    private final LongSupplier nanoClock;
    private final AtomicLong nextNanos;
    private volatile T value;
    /** Moved by whoever has moved {@link #nextNanos}. */
    private volatile String stamp;

    /**
     * Reads for the first time.
     *
     * @param reader throws a {@link BadSettingException} when they cannot be read
     */
    WatchedFiles(List<Path> files, Supplier<T> reader, LongSupplier nanoClock) {
        this.files = files;
        this.reader = reader;
        this.nanoClock = nanoClock;
        this.stamp = stamp(); // first: a change in between is seen later
        this.value = reader.get();
        this.nextNanos = new AtomicLong(nanoClock.getAsLong() + PERIOD_NANOS);
    }

    @Override
    public T get() {
        long now = nanoClock.getAsLong();
        long next = nextNanos.get();
        if (now - next >= 0 && nextNanos.compareAndSet(next, now + PERIOD_NANOS)) {
            look();
        }
        return value;
    }

    private void look() {
        String found = stamp();
        if (found.equals(stamp)) {
            return;
        }
        stamp = found;
        try {
            value = reader.get();
            log.info("{} read again", files);
        } catch (BadSettingException e) {
            log.warn("{}: what was read before still counts", e.getMessage());
        }
    }

    private String stamp() {
        StringBuilder stamp = new StringBuilder();
        for (Path file : files) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                stamp.append(found.lastModifiedTime())
                        .append(' ')
                        .append(found.size())
                        .append(' ')
                        .append(found.fileKey())
                        .append(';');
            } catch (IOException e) {
                stamp.append("none;");
            }
        }
        return stamp.toString();
    }
}
