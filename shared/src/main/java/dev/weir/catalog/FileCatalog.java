package dev.weir.catalog;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds and opens the files under one root folder. No other class resolves the path of a request. Thread-safe. Every
 * call may block on the file system, except {@link #recent}.
 *
 * <p>The catalogue looks up the path of each request, so clients get a changed file at once. Only a small file may come
 * from {@link SmallFiles}, where a change is visible after a short time. Downloads of the same version ({@link
 * CatalogFile}) share one open file. The file is closed when they have ended and no request has asked for it for some
 * seconds. A download of a replaced or unlinked file reads the old version to its end.
 */
public final class FileCatalog implements AutoCloseable {
    private static final String PREFIX = "/files/";

    private final Path root;
    private final boolean hidden;
    private final SharedFiles shared = new SharedFiles();
    private final SmallFiles small;

    /**
     * Opens a catalogue. It does not follow a symbolic link that leads out of the root.
     *
     * @param hidden whether to serve files with a path segment that begins with a dot
     * @param cacheTime the longest time for which a small file is served without a new lookup; 0 keeps no file in
     *     memory
     * @param clock the wall clock that the file system uses
     * @throws IOException if the root does not exist
     */
    public FileCatalog(Path root, boolean hidden, Duration cacheTime, LongSupplier nanoClock, InstantSource clock)
            throws IOException {
        this.root = root.toRealPath();
        this.hidden = hidden;
        this.small = new SmallFiles(cacheTime, nanoClock, clock);
    }

    /** Opens a catalogue without {@link SmallFiles}. */
    public FileCatalog(Path root, boolean hidden) throws IOException {
        this(root, hidden, Duration.ZERO, () -> 0, () -> Instant.EPOCH);
    }

    /**
     * Returns the file of a request if it is in memory and was looked up recently, otherwise null. Never blocks, so an
     * event loop may call it.
     *
     * @param target as in {@link #open}
     */
    public @Nullable OpenFile recent(String target) {
        return small.recent(target);
    }

    /**
     * Opens the file of a request. The caller closes it.
     *
     * @param target path of the request target: {@code /files/} and the percent-encoded name
     * @throws RefusedException {@link Problem#NOT_FOUND} if there is no such regular file, {@link Problem#FILES_GONE}
     *     if the root cannot be read, or {@link Problem#OVERLOADED} if no file descriptor is left
     */
    public OpenFile open(String target) {
        OpenFile recent = small.recent(target);
        return recent == null ? lookUp(target) : recent;
    }

    private OpenFile lookUp(String target) {
        long nowNanos = small.nowNanos();
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
            OpenFile kept = small.keep(target, file, attributes, nowNanos);
            return kept == null ? shared.open(file) : kept;
        } catch (IOException e) {
            throw new RefusedException(problem(e));
        }
    }

    /**
     * Chooses the problem for a file that failed to open. If the root cannot be read, the file may exist, so it is not
     * {@link Problem#NOT_FOUND}.
     */
    private Problem problem(IOException e) {
        if (isDescriptorsOut(e)) {
            return Problem.OVERLOADED;
        }
        return isReadable() ? Problem.NOT_FOUND : Problem.FILES_GONE;
    }

    public boolean isReadable() {
        return Files.isDirectory(root) && Files.isReadable(root);
    }

    /**
     * Whether no file descriptor is left (EMFILE, ENFILE). The JDK has no exception class for these errors, so this
     * method compares the reason's text.
     */
    private static boolean isDescriptorsOut(IOException e) {
        return e instanceof FileSystemException failure
                && failure.getReason() != null
                && failure.getReason().startsWith("Too many open files");
    }

    static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Lists all files. The caller closes the listing.
     *
     * @throws RefusedException {@link Problem#FILES_GONE} if the root cannot be read, or {@link Problem#OVERLOADED} if
     *     no file descriptor is left
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
        shared.close();
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
}
