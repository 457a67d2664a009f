package dev.weir.access;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A file to which lines are appended, or standard output. Used by one thread at a time. Blocks. */
final class LogFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final @Nullable Path path;
    private OutputStream out;
    /** Identifies the open file on the disk. Null for standard output. */
    private @Nullable Object key;

    private LogFile(@Nullable Path path) throws IOException {
        this.path = path;
        this.out = output(path);
        this.key = path == null ? null : key(path);
    }

    /**
     * Opens a file, and creates it if it is missing.
     *
     * @param name a path, or {@link AccessSettings#STANDARD_OUTPUT}
     * @param failure creates the exception to throw if this fails
     */
    static LogFile open(String name, Function<String, RuntimeException> failure) {
        try {
            return new LogFile(name.equals(AccessSettings.STANDARD_OUTPUT) ? null : Path.of(name));
        } catch (IOException | IllegalArgumentException e) {
            throw failure.apply("'" + name + "' cannot be written: " + e.getMessage());
        }
    }

    /** Opens the output. Not as a channel, because an interrupt would close a channel. */
    private static OutputStream output(@Nullable Path path) throws IOException {
        return new BufferedOutputStream(
                path == null ? new FileOutputStream(FileDescriptor.out) : new FileOutputStream(path.toFile(), true),
                BUFFER_BYTES);
    }

    private static @Nullable Object key(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    void append(String line) throws IOException {
        out.write(line.getBytes(StandardCharsets.US_ASCII));
        out.write('\n');
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Opens the file again if another program has renamed or removed it, as logrotate does. */
    void follow() throws IOException {
        if (path != null && (key == null || !key.equals(key(path)))) {
            out.close();
            out = output(path);
            key = key(path);
        }
    }

    @Override
    public void close() throws IOException {
        if (path == null) {
            out.flush();
        } else {
            out.close();
        }
    }
}
