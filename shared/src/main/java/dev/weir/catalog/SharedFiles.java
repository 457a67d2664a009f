package dev.weir.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * A cache of open files. Downloads of the same version ({@link CatalogFile}) share one open file. The file is closed
 * when they have ended and {@link #open} has not returned it for some seconds. Thread-safe. {@link #open} blocks on the
 * file system.
 */
final class SharedFiles implements AutoCloseable {
    private static final int MOST_IDLE_FILES = 256;
    private static final Duration IDLE_TIME = Duration.ofSeconds(5);

    private final Cache<CatalogFile, OpenFile> open = Caffeine.newBuilder()
            .maximumSize(MOST_IDLE_FILES)
            .expireAfterAccess(IDLE_TIME)
            .scheduler(Scheduler.systemScheduler())
            .executor(Runnable::run)
            .<CatalogFile, OpenFile>removalListener((file, opened, cause) -> {
                if (opened != null) {
                    opened.close();
                }
            })
            .build();

    /** Returns the open file of this version. The caller closes it. */
    OpenFile open(CatalogFile file) throws IOException {
        try {
            while (true) {
                OpenFile opened = open.get(file, SharedFiles::openUnchecked);
                if (opened.isUsable() && opened.hold()) {
                    return opened;
                }
                open.asMap().remove(file, opened); // broken, or closed by an eviction after the lookup
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static OpenFile openUnchecked(CatalogFile file) {
        try {
            return openAlone(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens the file outside the cache. The caller closes it. */
    static OpenFile openAlone(CatalogFile file) throws IOException {
        FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            // If the file has changed between the lookup and the open, each of its responses ends early.
            return new OpenFile(
                    file, channel, FileCatalog.attributes(file.path()).fileKey());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Empties the cache. Each file closes when its last download has ended. */
    @Override
    public void close() {
        open.invalidateAll();
    }
}
