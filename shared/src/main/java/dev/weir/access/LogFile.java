package dev.weir.access;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Appends lines to a file or to standard output. Collects several lines before it writes them. If a write fails, for
 * example because the disk is full, all lines of this write count as lost, even if the file got some of them. The
 * methods block. Except for {@link #lost}, only one thread at a time may call them.
 */
final class LogFile implements AutoCloseable {
    private static final int MOST_BYTES = 64 * 1024;

    private final @Nullable Path path;
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private final LongAdder lost = new LongAdder();
    private int lines;
    private OutputStream out;
    /**
     * The key by which the file system identifies the open file, such as an inode. Null for standard output, and if the
     * file system has no such keys.
     */
    private @Nullable Object key;

    private LogFile(@Nullable Path path) throws IOException {
        this.path = path;
        this.out = output(path);
        this.key = path == null ? null : key(path);
    }

    /**
     * Opens the log file, and creates it if it is missing.
     *
     * @param name a path, or {@link AccessSettings#STANDARD_OUTPUT}
     * @param failure creates the exception to throw if the file cannot be opened; its argument is the reason as text
     */
    static LogFile open(String name, Function<String, RuntimeException> failure) {
        try {
            return new LogFile(name.equals(AccessSettings.STANDARD_OUTPUT) ? null : Path.of(name));
        } catch (IOException | IllegalArgumentException e) {
            throw failure.apply("'" + name + "' cannot be written: " + e.getMessage());
        }
    }

    /**
     * Opens the file, or standard output if {@code path} is null. Avoids a channel, because an interrupt of the thread
     * would close a channel.
     */
    private static OutputStream output(@Nullable Path path) throws IOException {
        return path == null ? new FileOutputStream(FileDescriptor.out) : new FileOutputStream(path.toFile(), true);
    }

    private static @Nullable Object key(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    void append(String line) throws IOException {
        collected.writeBytes(line.getBytes(StandardCharsets.US_ASCII));
        collected.write('\n');
        lines++;
        if (collected.size() >= MOST_BYTES) {
            flush();
        }
    }

    /** Writes the collected lines to the file. */
    void flush() throws IOException {
        byte[] bytes = collected.toByteArray();
        int written = lines;
        collected.reset();
        lines = 0;
        try {
            out.write(bytes);
        } catch (IOException e) {
            lost.add(written);
            throw e;
        }
    }

    /** Returns how many lines could not be written. Any thread may call this method. */
    long lost() {
        return lost.sum();
    }

    /** Opens the log file again by its name if another program has renamed or removed the file, as logrotate does. */
    void follow() throws IOException {
        if (path != null && (key == null || !key.equals(key(path)))) {
            flush();
            OutputStream moved = out;
            out = output(path); // if this fails, the moved file stays open
            key = key(path);
            moved.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            flush();
        } finally {
            if (path != null) {
                out.close();
            }
        }
    }
}
