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
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds and opens the files that the server offers, which are all under one root folder. Thread-safe. Every method
 * except {@link #recent} may block on the file system.
 *
 * <p>Each request gets the current version of a file. Exception: a small file may come from memory, and may be out of
 * date for a short time ({@link SmallFiles}). Downloads of the same version ({@link CatalogFile}) share one open file.
 * If a file is replaced or deleted during a download, the download continues with the old version.
 */
public final class FileCatalog implements AutoCloseable {
    /**
     * The Unicode replacement character. Java puts it into a file name in place of bytes that are not valid UTF-8.
     * Clients cannot request a file with such a name.
     */
    private static final char UNREADABLE = '\uFFFD';

    private final Path root;
    private final boolean hidden;
    private final SharedFiles shared = new SharedFiles();
    private final SmallFiles small;

    /**
     * Creates a catalogue. A symbolic link that leads out of the root folder counts as a missing file.
     *
     * @param hidden whether to serve a file if its name, or the name of a folder on its path, begins with a dot
     * @param cacheTime how long a small file is served from memory before it is looked up again; 0 turns this off
     * @param nanoClock a monotonic clock in nanoseconds
     * @param clock a wall clock, which tells how long ago a file was modified
     * @throws IOException if the root does not exist
     */
    public FileCatalog(Path root, boolean hidden, Duration cacheTime, LongSupplier nanoClock, InstantSource clock)
            throws IOException {
        this.root = root.toRealPath();
        this.hidden = hidden;
        this.small = new SmallFiles(cacheTime, nanoClock, clock);
    }

    /** Creates a catalogue that keeps no small files in memory. */
    public FileCatalog(Path root, boolean hidden) throws IOException {
        this(root, hidden, Duration.ZERO, () -> 0, () -> Instant.EPOCH);
    }

    /**
     * Returns the requested file if it is in memory and was looked up recently. Otherwise returns null. Never blocks,
     * so an event loop may call this method.
     *
     * @param target the path of the request, as in {@link #open}
     */
    public @Nullable OpenFile recent(String target) {
        return small.recent(target);
    }

    /**
     * Opens the requested file. The caller must close the result.
     *
     * @param target the path of the request: {@code /files/} and the percent-encoded name
     * @throws RefusedException with {@link Problem#NOT_FOUND} if there is no such regular file, {@link Problem#FOLDER}
     *     if the path names a folder, {@link Problem#FILES_GONE} if the root cannot be read, or
     *     {@link Problem#OVERLOADED} if no file descriptor is left
     */
    public OpenFile open(String target) {
        OpenFile recent = small.recent(target);
        return recent == null ? lookUp(target) : recent;
    }

    private OpenFile lookUp(String target) {
        long nowNanos = small.nowNanos();
        try {
            String name = RequestPath.fileName(target);
            Path path = resolve(name);
            if (name == null || path == null) {
                throw new RefusedException(Problem.NOT_FOUND);
            }
            BasicFileAttributes attributes = attributes(path);
            if (attributes.isDirectory()) {
                throw new RefusedException(
                        Problem.FOLDER,
                        Map.of("Location", RequestPath.folderAddress(name), "Cache-Control", "no-cache"));
            }
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
            throw refusal(e);
        }
    }

    /**
     * Returns the requested folder.
     *
     * @param target the path of the request: {@code /files/} for the root, or {@code /files/} with the percent-encoded
     *     name of the folder and a slash
     * @throws RefusedException with {@link Problem#NOT_FOUND} if there is no such folder, {@link Problem#FILES_GONE} if
     *     the root cannot be read, or {@link Problem#OVERLOADED} if no file descriptor is left
     */
    public CatalogFolder folder(String target) {
        try {
            String name = RequestPath.folderName(target);
            Path path = "".equals(name) ? root : resolve(name);
            if (name == null || path == null || !attributes(path).isDirectory()) {
                throw new RefusedException(Problem.NOT_FOUND);
            }
            return new CatalogFolder(path, name);
        } catch (IOException e) {
            throw refusal(e);
        }
    }

    /**
     * Returns the error response for a file or folder that could not be opened. It is {@link Problem#OVERLOADED} if no
     * file descriptor is left. It is {@link Problem#FILES_GONE} if the root folder cannot be read, because the file may
     * still exist. Otherwise it is {@link Problem#NOT_FOUND}.
     */
    public RefusedException refusal(IOException e) {
        Problem missing = isReadable() ? Problem.NOT_FOUND : Problem.FILES_GONE;
        return new RefusedException(isDescriptorsOut(e) ? Problem.OVERLOADED : missing);
    }

    /**
     * Returns whether clients can request the file or folder {@code name}, a path relative to the root. They cannot if
     * the path is not valid in a request. They also cannot if a name in the path begins with a dot and the server does
     * not offer such files. Does no I/O.
     */
    public boolean offers(String name) {
        return RequestPath.isPlain(name) && name.indexOf(UNREADABLE) < 0 && (hidden || !RequestPath.isHidden(name));
    }

    /** Returns whether {@code name} is a valid path of a file or folder relative to the root. Does no I/O. */
    public static boolean isName(String name) {
        return RequestPath.isPlain(name);
    }

    public boolean isReadable() {
        return Files.isDirectory(root) && Files.isReadable(root) && Files.isExecutable(root);
    }

    /**
     * Returns whether the error means that no file descriptor is left (EMFILE, ENFILE). Compares the error text,
     * because the JDK has no exception class for this error.
     */
    private static boolean isDescriptorsOut(IOException e) {
        return e instanceof FileSystemException failure
                && failure.getReason() != null
                && failure.getReason().startsWith("Too many open files");
    }

    static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() {
        shared.close();
    }

    /**
     * Returns the path of the file or folder with all symbolic links resolved. Returns null if clients must not see it.
     */
    private @Nullable Path resolve(@Nullable String name) throws IOException {
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
