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
 * An open file that all downloads of the same version share, so that they need one file descriptor. A small file may be
 * in memory instead. It then needs no descriptor.
 *
 * <p>The caller of {@link FileCatalog#open} closes it once. Each read must give a position. Thread-safe.
 */
public final class OpenFile implements AutoCloseable {
    private final Representation representation;
    /** Null for a file in memory. */
    private final @Nullable FileChannel channel;

    private final Content whole;
    /** The inode of the open file, which stays the same when the file is renamed. */
    private final @Nullable Object key;
    /** The number of holders. The first is the catalogue's cache. At 0 the channel is closed for ever. */
    private final AtomicInteger holders = new AtomicInteger(1);

    private OpenFile(
            Representation representation, @Nullable FileChannel channel, Content whole, @Nullable Object key) {
        this.representation = representation;
        this.channel = channel;
        this.whole = whole;
        this.key = key;
    }

    /** A file whose bytes are read from {@code channel}. */
    OpenFile(CatalogFile file, FileChannel channel, @Nullable Object key) {
        this(Representation.of(file), channel, Content.of(0, file.length()), key);
    }

    /** A file whose bytes are all in {@code bytes}. */
    OpenFile(CatalogFile file, ByteBuffer bytes, @Nullable Object key) {
        this(Representation.of(file), null, Content.of(bytes.asReadOnlyBuffer()), key);
    }

    public CatalogFile file() {
        return representation.file();
    }

    Representation representation() {
        return representation;
    }

    /** The content of the whole file. */
    Content whole() {
        return whole;
    }

    /** Returns the channel, for reads that give a position. The file must not be in memory. Do not close it. */
    public FileChannel channel() {
        return Objects.requireNonNull(channel);
    }

    /**
     * Fills {@code buffer} with the content from {@code position} on. Returns the number of bytes read. Blocks on the
     * file system.
     *
     * @throws BrokenFileException when the file no longer has these bytes, or cannot be read
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
     * Writes content from {@code position} on to a non-blocking socket, and returns the number of bytes written. It
     * writes at most {@code bytes}, and less if the kernel send buffer is full or the piece ends.
     */
    public long send(SocketChannel socket, Content content, long position, long bytes) throws IOException {
        Content.Piece piece = content.at(position, bytes);
        return piece.text() != null
                ? socket.write(piece.text())
                : uninterrupted(() -> channel().transferTo(piece.offset(), piece.length(), socket));
    }

    /**
     * Checks that the file was not changed in place. Call it before each part of a response is sent, so that the
     * response ends early instead of mixing two versions. A file that was replaced, renamed or unlinked passes. A file
     * in memory always passes.
     *
     * @throws BrokenFileException when the file was changed, or when its attributes cannot be read
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

    /** Whether this open file is the version {@code found} and has the inode of {@code attributes}. */
    boolean isVersion(CatalogFile found, BasicFileAttributes attributes) {
        return file().equals(found) && Objects.equals(attributes.fileKey(), key);
    }

    /** Reads a byte at {@code position}, so that the kernel reads ahead from there. Blocks on the disk. */
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

    /** Runs a read with the interrupt flag cleared: an interrupt would close the channel for all downloads. */
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

    /** Whether the file can still be read. An interrupt in the middle of a read closes the channel. */
    boolean isUsable() {
        return channel == null || channel.isOpen();
    }

    /** Adds a holder. Returns false when the file is closed, because its last holder has closed it. */
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
