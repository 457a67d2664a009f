package dev.weir.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The files under one root, and the only place where a path is resolved.
 *
 * <p>A path is looked up at every request, so a changed file is seen at once. Open files are shared by version, and
 * closed some seconds after the last use: a version is (path, time of modification, length). A file that is replaced
 * or unlinked while it is open is read on as it was. Thread-safe; every call may block on the file system.
 */
public final class FileCatalog implements AutoCloseable {
    private static final String PREFIX = "/files/";
    private static final int MOST_IDLE_FILES = 256;
    private static final Duration IDLE_TIME = Duration.ofSeconds(5);

    private final Path root;
    private final boolean hidden;
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
     * Serves {@code root}, whatever links lead there.
     *
     * @param hidden whether files are served of whose names a segment begins with a dot
     * @throws IOException when it does not exist
     */
    public FileCatalog(Path root, boolean hidden) throws IOException {
        this.root = root.toRealPath();
        this.hidden = hidden;
    }

    /**
     * The file that a request names, open; the caller closes it.
     *
     * @param target path of the request target, {@code /files/} and the name, still percent-encoded
     * @throws RefusedException ({@link Problem#NOT_FOUND}) when there is no regular file of that name under the root;
     *     {@link Problem#FILES_GONE} when the root itself cannot be read; {@link Problem#OVERLOADED} when the process has
     *     no descriptor left to open it with
     */
    public OpenFile open(String target) {
        try {
            Path path = resolve(target);
            if (path == null) {
                throw new RefusedException(Problem.NOT_FOUND);
            }
            BasicFileAttributes attributes = attributes(path);
            if (!attributes.isRegularFile()) {
                throw new RefusedException(Problem.NOT_FOUND);
            }
            CatalogFile file = new CatalogFile(
                    path,
                    path.getFileName().toString(),
                    attributes.size(),
                    attributes.lastModifiedTime().toInstant());
            return share(file);
        } catch (IOException e) {
            throw new RefusedException(problem(e));
        }
    }

    /** A file that has gone is none that anybody may know of; while the root has gone, that is not known of any file. */
    private Problem problem(IOException e) {
        if (isDescriptorsOut(e)) {
            return Problem.OVERLOADED;
        }
        return isReadable() ? Problem.NOT_FOUND : Problem.FILES_GONE;
    }

    /** Whether there is a root now, and it can be read. */
    public boolean isReadable() {
        return Files.isDirectory(root) && Files.isReadable(root);
    }

    /** By the text of EMFILE and ENFILE: the class says no more than that something failed. */
    private static boolean isDescriptorsOut(IOException e) {
        return e instanceof FileSystemException failure
                && failure.getReason() != null
                && failure.getReason().startsWith("Too many open files");
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * All files, to be closed by the caller.
     *
     * @throws RefusedException {@link Problem#FILES_GONE} when the root cannot be read now; {@link Problem#OVERLOADED} as
     *     for {@link #open}
     */
    public Listing list() {
        try {
            return new Listing(root, hidden);
        } catch (IOException e) {
            throw new RefusedException(isDescriptorsOut(e) ? Problem.OVERLOADED : Problem.FILES_GONE);
        }
    }

    @Override
    public void close() {
        open.invalidateAll();
    }

    private @Nullable Path resolve(String target) throws IOException {
        String name = target.startsWith(PREFIX) ? RequestPath.decode(target.substring(PREFIX.length())) : null;
        if (name == null || (!hidden && RequestPath.isHidden(name))) {
            return null;
        }
        try {
            Path path = root.resolve(name).toRealPath();
            return path.startsWith(root) && !path.equals(root) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private OpenFile share(CatalogFile file) throws IOException {
        try {
            while (true) {
                OpenFile opened = open.get(file, FileCatalog::openNow);
                if (opened.isUsable() && opened.hold()) {
                    return opened;
                }
                open.asMap().remove(file, opened); // evicted and closed since it was looked up, or broken
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static OpenFile openNow(CatalogFile file) {
        try {
            FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            try {
                // Looked up once more: if it was changed between look and open, each response of it will end short.
                return new OpenFile(file, channel, attributes(file.path()).fileKey());
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
