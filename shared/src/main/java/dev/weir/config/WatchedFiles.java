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
 * A value that is read from files, and read again after a file has changed. {@link #get} looks for changes at most once
 * per second. If a changed file is invalid, {@code get} logs a warning and returns the old value.
 *
 * <p>Thread-safe. {@code get} reads files on the calling thread, so an event loop must not call it.
 */
final class WatchedFiles<T> implements Supplier<T> {
    private static final Logger log = LoggerFactory.getLogger(WatchedFiles.class);
    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    private final List<Path> files;
    private final Supplier<T> reader;
    private final LongSupplier nanoClock;
    private final AtomicLong nextNanos;
    private volatile T value;
    /** The files' attributes at the last read. Only the thread that advances {@link #nextNanos} sets this field. */
    private volatile String stamp;

    /**
     * Reads the files for the first time.
     *
     * @param reader reads the value from the files; throws a {@link BadSettingException} if a file is invalid
     */
    WatchedFiles(List<Path> files, Supplier<T> reader, LongSupplier nanoClock) {
        this.files = files;
        this.reader = reader;
        this.nanoClock = nanoClock;
        this.stamp = stamp(); // before the read, so that the next check detects a change during the read
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
            log.warn("{}; the server still uses the values that it read before", e.getMessage());
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
