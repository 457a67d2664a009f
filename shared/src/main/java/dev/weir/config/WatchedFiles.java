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
 * A value read from files. It is read again when the time or length of a file changes, which is checked at most once a
 * second. If the files cannot be read, the old value stays and the log gets one line for each change.
 *
 * <p>Thread-safe. The caller's thread reads the files, so an event loop must not call it.
 */
final class WatchedFiles<T> implements Supplier<T> {
    private static final Logger log = LoggerFactory.getLogger(WatchedFiles.class);
    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    private final List<Path> files;
    private final Supplier<T> reader;
    private final LongSupplier nanoClock;
    private final AtomicLong nextNanos;
    private volatile T value;
    /** State of the files at the last read. Only the thread that has moved {@link #nextNanos} writes it. */
    private volatile String stamp;

    /**
     * Reads the files for the first time.
     *
     * @param reader throws a {@link BadSettingException} when the files cannot be read
     */
    WatchedFiles(List<Path> files, Supplier<T> reader, LongSupplier nanoClock) {
        this.files = files;
        this.reader = reader;
        this.nanoClock = nanoClock;
        this.stamp = stamp(); // before the read, so that a change in between is noticed later
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
            log.warn("{}: the values read before stay in force", e.getMessage());
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
