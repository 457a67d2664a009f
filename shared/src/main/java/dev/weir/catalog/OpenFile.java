package dev.weir.catalog;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An open file, or a small file whose content is in memory. All downloads of the same version of the file share one
 * object and one file descriptor. Each caller of {@link FileCatalog#open} must close the result once. Thread-safe.
 */
public final class OpenFile implements AutoCloseable {
    private final Representation representation;
    /** The channel of the open file, or null if the content is in memory. */
    private final @Nullable FileChannel channel;

    private final Content whole;
    /** The file system's key for the file, such as its inode, or null if there is none. A rename keeps the key. */
    private final @Nullable Object key;
    /** The number of users of the channel, including the cache of open files. Stays 0 after the last one has left. */
    private final AtomicInteger holders = new AtomicInteger(1);

    private OpenFile(
            Representation representation, @Nullable FileChannel channel, Content whole, @Nullable Object key) {
        this.representation = representation;
        this.channel = channel;
        this.whole = whole;
        this.key = key;
    }

    OpenFile(CatalogFile file, FileChannel channel, @Nullable Object key) {
        this(Representation.of(file), channel, Content.of(0, file.length()), key);
    }

    OpenFile(CatalogFile file, ByteBuffer bytes, @Nullable Object key) {
        this(Representation.of(file), null, Content.of(bytes.asReadOnlyBuffer()), key);
    }

    public CatalogFile file() {
        return representation.file();
    }

    Representation representation() {
        return representation;
    }

    Content whole() {
        return whole;
    }

    /**
     * Returns the channel of the file, which all downloads share. Throws if the content is in memory. The caller must
     * not close the channel or use its position.
     */
    public FileChannel channel() {
        return Objects.requireNonNull(channel);
    }

    /**
     * Fills {@code buffer} with the bytes of {@code content} from {@code position} on. Blocks on the file system.
     *
     * @return the number of bytes read
     * @throws BrokenFileException if the file has become too short or cannot be read
     */
    public int read(ByteBuffer buffer, Content content, long position) throws BrokenFileException {
        int wanted = buffer.remaining();
        try {
            fill(buffer, content, position);
        } catch (IOException e) {
            throw BrokenFileException.unreadable(file(), e);
        }
        return wanted;
    }

    /** Fills {@code buffer} as {@link #read} does, but logs nothing. Throws {@link EOFException} at the end. */
    void fill(ByteBuffer buffer, Content content, long position) throws IOException {
        int wanted = buffer.remaining();
        uninterrupted(() -> {
            while (buffer.hasRemaining()) {
                Content.Piece piece = content.at(position + wanted - buffer.remaining(), buffer.remaining());
                if (piece.text() != null) {
                    buffer.put(piece.text());
                } else {
                    fill(buffer, piece);
                }
            }
            return buffer;
        });
    }

    private void fill(ByteBuffer buffer, Content.Piece piece) throws IOException {
        int bytes = channel().read(buffer.slice(buffer.position(), (int) piece.length()), piece.offset());
        if (bytes < 0) {
            throw new EOFException();
        }
        buffer.position(buffer.position() + bytes);
    }

    /**
     * Writes at most {@code bytes} bytes of {@code content}, from {@code position} on, to a non-blocking socket. Writes
     * fewer if a {@link Content.Piece} ends or the socket's send buffer is full. May block on the disk.
     *
     * @return the number of bytes written
     */
    public long send(SocketChannel socket, Content content, long position, long bytes) throws IOException {
        Content.Piece piece = content.at(position, bytes);
        return piece.text() != null
                ? socket.write(piece.text())
                : uninterrupted(() -> channel().transferTo(piece.offset(), piece.length(), socket));
    }

    /**
     * Checks that the file has not been modified in place. A replaced, renamed or deleted file passes, because its old
     * content is still readable. Call this before sending each chunk, or a response could mix two versions of the file.
     *
     * @throws BrokenFileException if the file was modified, or its attributes cannot be read
     */
    public void verify() throws BrokenFileException {
        if (channel == null) {
            return;
        }
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(file().path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return; // an unlinked file stays complete while it is open
        } catch (IOException e) {
            throw BrokenFileException.unreadable(file(), e);
        }
        if (Objects.equals(now.fileKey(), key) && !file().isVersion(now)) {
            throw BrokenFileException.changed(file());
        }
    }

    /** Returns whether this file equals {@code found}, and its file key equals the key in {@code attributes}. */
    boolean isVersion(CatalogFile found, BasicFileAttributes attributes) {
        return file().equals(found) && Objects.equals(attributes.fileKey(), key);
    }

    /** Reads one byte at {@code position}. The kernel then reads the next bytes in advance. Blocks on the disk. */
    public void prefetch(long position) {
        if (channel == null) {
            return;
        }
        try {
            uninterrupted(() -> channel().read(ByteBuffer.allocate(1), position));
        } catch (IOException e) {
            // An empty file has nothing to read. Any other error shows up again in the real read.
        }
    }

    /**
     * Clears the thread's interrupt flag, runs {@code read}, and then restores the flag. If the flag were set during
     * the read, Java would close the shared channel.
     */
    private static <T> T uninterrupted(Read<T> read) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            return read.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the content can still be read. Returns false if an interrupt has closed the channel. */
    boolean isUsable() {
        return channel == null || channel.isOpen();
    }

    /** Counts one more user, who must call {@link #close}. Returns false if the channel is already closed. */
    public boolean hold() {
        return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    @Override
    public void close() {
        if (channel != null && holders.decrementAndGet() == 0) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private interface Read<T> {
        T run() throws IOException;
    }
}
