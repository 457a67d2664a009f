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
 * A cache of open files. All downloads of the same version of a file share one file descriptor. If no new download of
 * a file begins for a few seconds, the cache drops the file. A dropped file is closed when its last download ends.
 * Thread-safe.
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

    /**
     * Returns the open file from the cache. Opens the file if the cache does not have it. The caller must close the
     * result. Blocks on the file system.
     */
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

    /** Opens a file without adding it to the cache. The caller must close the result. */
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

    /** Empties the cache. Each file is closed when its last download ends. */
    @Override
    public void close() {
        open.invalidateAll();
    }
}
