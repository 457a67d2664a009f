package dev.weir.catalog;

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
 * An open file that all downloads of a version share, so that they use one file descriptor. A small file can be in
 * memory instead. Each caller of {@link FileCatalog#open} closes it once. Thread-safe.
 */
public final class OpenFile implements AutoCloseable {
    private final Representation representation;
    /** The open file, or null if its content is in memory. */
    private final @Nullable FileChannel channel;

    private final Content whole;
    /** The inode of the open file. A rename does not change it. */
    private final @Nullable Object key;
    /**
     * The reference count. The catalogue's cache has the first reference. At 0 the channel is closed, and the count
     * stays 0.
     */
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
     * Returns the shared channel. Read only with an explicit position, and do not close it. The file must not be in
     * memory.
     */
    public FileChannel channel() {
        return Objects.requireNonNull(channel);
    }

    /**
     * Fills {@code buffer} with {@code content} from {@code position} on. Blocks on the file system.
     *
     * @return the number of bytes read
     * @throws BrokenFileException if the file no longer has these bytes, or cannot be read
     */
    public int read(ByteBuffer buffer, Content content, long position) throws BrokenFileException {
        int wanted = buffer.remaining();
        try {
            return uninterrupted(() -> {
                while (buffer.hasRemaining()) {
                    Content.Piece piece = content.at(position + wanted - buffer.remaining(), buffer.remaining());
                    if (piece.text() != null) {
                        buffer.put(piece.text());
                    } else {
                        fill(buffer, piece);
                    }
                }
                return wanted;
            });
        } catch (BrokenFileException e) {
            throw e;
        } catch (IOException e) {
            throw new BrokenFileException(e);
        }
    }

    private void fill(ByteBuffer buffer, Content.Piece piece) throws IOException {
        ByteBuffer part = buffer.slice(buffer.position(), (int) piece.length());
        while (part.hasRemaining()) {
            if (channel().read(part, piece.offset() + part.position()) < 0) {
                throw new BrokenFileException("the file has become shorter");
            }
        }
        buffer.position(buffer.position() + part.position());
    }

    /**
     * Writes {@code content} from {@code position} on to a non-blocking socket. Stops after {@code bytes} bytes, at the
     * end of a {@link Content.Piece}, or when the kernel send buffer is full.
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
     * Checks that nobody has changed the file in place. Call it before each chunk, so that a response ends early
     * instead of mixing two versions. A file that is replaced, renamed, unlinked or in memory passes.
     *
     * @throws BrokenFileException if the file was changed, or its attributes cannot be read
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
            throw new BrokenFileException(e);
        }
        if (Objects.equals(now.fileKey(), key) && !file().isVersion(now)) {
            throw new BrokenFileException("the file was changed");
        }
    }

    /** Whether this is the version {@code found} with the inode of {@code attributes}. */
    boolean isVersion(CatalogFile found, BasicFileAttributes attributes) {
        return file().equals(found) && Objects.equals(attributes.fileKey(), key);
    }

    /** Reads one byte at {@code position}, so that the kernel reads ahead from there. Blocks on the disk. */
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
     * Runs a read with the thread's interrupt flag cleared, then restores it. Otherwise an interrupt would close the
     * shared channel.
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

    /** Whether the channel is still open. An interrupt during a read closes it. */
    boolean isUsable() {
        return channel == null || channel.isOpen();
    }

    /** Adds a reference. Returns false if the file is already closed. */
    boolean hold() {
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
