package dev.weir.clients.keys;

import dev.weir.clients.ApiKey;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the changes of API keys in a file. The file contains no key, only SHA-256 digests ({@link KeyText}). On POSIX
 * systems, only the owner may read the file.
 *
 * <p>A change writes a new file beside the old file, waits until the new file is on the disk, and then renames the new
 * file over the old file. So after a crash, there is the complete old file or the complete new file. If the disk does
 * not confirm the new name, the change applies, but {@link #change} throws, because a crash could undo the change. A
 * second file, whose name ends in {@code .lock}, keeps two servers from using the same file.
 */
public final class KeyFile implements KeyStore, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KeyFile.class);

    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final FileAttribute<?>[] OWNER_ONLY = IS_POSIX
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];

    /** Waits until the new name of a renamed file is stored on the disk. */
    interface FolderSync {
        void force(Path file) throws IOException;
    }

    private final Path file;
    private final FolderSync sync;
    private final FileChannel lock;

    // The lock of this object guards both fields.
    private Map<ApiKey, Assignment> kept;
    private Consumer<Map<ApiKey, Assignment>> listener = _ -> {};

    /**
     * Locks and reads the file. A file that does not exist yet counts as a file without changes.
     *
     * @throws IllegalArgumentException if the file is damaged, cannot be used, or is used by another server
     */
    public KeyFile(Path file) {
        this(file, KeyFile::force);
    }

    KeyFile(Path file, FolderSync sync) {
        this.file = file.toAbsolutePath();
        this.sync = sync;
        try {
            this.lock = locked(sibling(".lock"));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("the folder of '" + file + "' does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the folder of '" + file + "' cannot be written: " + e, e);
        }
        try {
            this.kept = Files.exists(this.file) ? KeyText.parse(Files.readAllBytes(this.file)) : Map.of();
        } catch (IOException | IllegalArgumentException e) {
            close();
            throw new IllegalArgumentException("'" + file + "' cannot be read: " + e.getMessage(), e);
        }
    }

    private Path sibling(String end) {
        return file.resolveSibling(file.getFileName() + end);
    }

    private static FileChannel locked(Path path) throws IOException {
        FileChannel channel =
                FileChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNER_ONLY);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another server in this process has the lock.
        }
        channel.close();
        throw new IllegalArgumentException("another server holds the lock '" + path + "'");
    }

    @Override
    public synchronized void open(Consumer<Map<ApiKey, Assignment>> listener) {
        this.listener = listener;
        listener.accept(kept);
    }

    @Override
    public synchronized void change(ApiKey key, @Nullable Assignment assignment) {
        if (assignment != null && !kept.containsKey(key) && kept.size() >= KeyStore.most(assignment)) {
            throw new RefusedException(Problem.TOO_MANY_KEYS);
        }
        Map<ApiKey, Assignment> changed = new HashMap<>(kept);
        if (assignment == null) {
            changed.remove(key);
        } else {
            changed.put(key, assignment.after(kept.get(key)));
        }
        try {
            write(KeyText.of(changed).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            log.error("the keys cannot be written to {}", file, e);
            throw new RefusedException(Problem.KEYS_NOT_STORED);
        }
        kept = Map.copyOf(changed);
        listener.accept(kept); // even if the next step fails, because the file has the change
        try {
            sync.force(file);
        } catch (IOException e) {
            log.error("the keys are written to {}, but may be lost if the machine crashes", file, e);
            throw new RefusedException(Problem.KEYS_NOT_STORED);
        }
    }

    private void write(byte[] text) throws IOException {
        Path next = sibling(".new");
        Files.deleteIfExists(next); // a crash may have left it
        try (FileChannel out =
                FileChannel.open(next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
            for (ByteBuffer bytes = ByteBuffer.wrap(text); bytes.hasRemaining(); ) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void force(Path file) throws IOException {
        if (IS_POSIX) { // elsewhere, a folder cannot be opened
            try (FileChannel folder = FileChannel.open(file.getParent())) {
                folder.force(true);
            }
        }
    }

    /** Unlocks the file, so that another server can use it. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            log.debug("closing the lock of {} failed", file, e);
        }
    }
}
