package dev.weir.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Checks whether an open file has been modified in place. All downloads of the file share one object. Thread-safe. */
final class ChangeCheck {
    /** The time for which the result of a check counts. */
    private static final long VALID_NANOS = Duration.ofMillis(1).toNanos();

    private final CatalogFile file;
    /** The inode of the file, or null if the file system has none. A rename does not change it. */
    private final @Nullable Object key;

    private final LongSupplier nanoClock;
    /** The time at which the last successful check began. */
    private volatile long checkedNanos;

    ChangeCheck(CatalogFile file, @Nullable Object key, LongSupplier nanoClock) {
        this.file = file;
        this.key = key;
        this.nanoClock = nanoClock;
        this.checkedNanos = nanoClock.getAsLong() - VALID_NANOS;
    }

    /**
     * Throws if the file has been modified in place. Blocks on the file system.
     *
     * @param always whether to check even if the last check was less than a millisecond ago
     * @throws BrokenFileException also if the file's attributes cannot be read
     */
    void run(boolean always) throws BrokenFileException {
        long nowNanos = nanoClock.getAsLong();
        if (!always && nowNanos - checkedNanos < VALID_NANOS) {
            return;
        }
        try {
            BasicFileAttributes now =
                    Files.readAttributes(file.path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (Objects.equals(now.fileKey(), key) && !file.isVersion(now)) {
                throw new BrokenFileException("the file was changed");
            }
        } catch (NoSuchFileException e) {
            // An unlinked file stays complete while it is open.
        } catch (BrokenFileException e) {
            throw e;
        } catch (IOException e) {
            throw new BrokenFileException(e);
        }
        checkedNanos = nowNanos;
    }

    /** Returns whether the file has the same version as {@code found} and the same inode as {@code attributes}. */
    boolean isVersion(CatalogFile found, BasicFileAttributes attributes) {
        return file.equals(found) && Objects.equals(attributes.fileKey(), key);
    }
}
