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
 * An open file that downloads of the same version share, so that thousands of them need one descriptor.
 *
 * <p>Whoever got it from {@link FileCatalog#open} closes it once. Read it by position only. Thread-safe.
 */
public final class OpenFile implements AutoCloseable {
    private final CatalogFile file;
    private final FileChannel channel;
    /** Which file is open, whatever its name is by now. */
    private final @Nullable Object key;
    /** Holders; the catalogue's cache is the first. At 0 the channel is closed, and stays so. */
    private final AtomicInteger holders = new AtomicInteger(1);

    OpenFile(CatalogFile file, FileChannel channel, @Nullable Object key) {
        this.file = file;
        this.channel = channel;
        this.key = key;
    }

    public CatalogFile file() {
        return file;
    }

    /** For reads by position; not to be closed. */
    public FileChannel channel() {
        return channel;
    }

    /**
     * Fills {@code buffer} with what the content has from {@code position} on.
     *
     * @return the bytes that it took, which are those it had room for
     * @throws BrokenFileException when the file does not have them any more
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
            if (channel.read(part, piece.offset() + part.position()) < 0) {
                throw new BrokenFileException("the file has become shorter");
            }
        }
        buffer.position(buffer.position() + part.position());
    }

    /** Has a socket take what it has room for, of one piece of the content and at most {@code bytes}; how many it took. */
    public long send(SocketChannel socket, Content content, long position, long bytes) throws IOException {
        Content.Piece piece = content.at(position, bytes);
        return piece.text() != null
                ? socket.write(piece.text())
                : uninterrupted(() -> channel.transferTo(piece.offset(), piece.length(), socket));
    }

    /**
     * Looks whether the file was changed where it is. Asked before each grant is sent, so that what would become a mixture
     * of two versions ends short. A file that was replaced or unlinked stays as it was; what is done to it afterwards under
     * another name is not seen.
     *
     * @throws BrokenFileException when it was, or when that cannot be told
     */
    public void verify() throws BrokenFileException {
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(file.path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return; // whoever has it open has all of it
        } catch (IOException e) {
            throw new BrokenFileException(e);
        }
        if (Objects.equals(now.fileKey(), key) && !file.isVersion(now)) {
            throw new BrokenFileException("the file was changed");
        }
    }

    /** Has the kernel read what begins at {@code position}, and what follows soon. */
    public void prefetch(long position) {
        try {
            uninterrupted(() -> channel.read(ByteBuffer.allocate(1), position));
        } catch (IOException e) {
            // Whoever reads in earnest is told; of an empty file there is nothing to read.
        }
    }

    /** A channel is closed when a thread that reads from it is interrupted, and others read from this one. */
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

    /** False when a thread was interrupted in the middle of a read. */
    boolean isUsable() {
        return channel.isOpen();
    }

    /** Becomes one more holder; false when the last has gone. */
    boolean hold() {
        return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    @Override
    public void close() {
        if (holders.decrementAndGet() == 0) {
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
