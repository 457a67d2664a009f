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
 * The open files. Downloads of the same version (path, time of modification, length) share one. It is closed some
 * seconds after the last use. Thread-safe. {@link #open} blocks on the file system.
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

    /** Opens the file, unless it is open. The caller closes it. */
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

    /** Opens the file for the caller alone, who closes it. */
    static OpenFile openAlone(CatalogFile file) throws IOException {
        FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            // The file may have changed between the lookup and the open. Then each of its responses ends short.
            return new OpenFile(
                    file, channel, FileCatalog.attributes(file.path()).fileKey());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Closes each file after its last download. */
    @Override
    public void close() {
        open.invalidateAll();
    }
}
