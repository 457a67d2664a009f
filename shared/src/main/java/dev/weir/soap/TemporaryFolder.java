package dev.weir.soap;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A folder for the development keys of one process, which a lock in it shows to be alive.
 *
 * <p>The system drops the lock of a process that was killed, so the next process can tell such a folder and removes it.
 */
final class TemporaryFolder {
    private static final String PREFIX = "weir-soap-keys-";
    private static final String UNLOCKED_PREFIX = "new-";
    private static final String LOCK = "lock";

    /** This process's folders and their locks: a few, closed by its end. */
    private static final Map<Path, FileChannel> LOCKED = new ConcurrentHashMap<>();

    private TemporaryFolder() {}

    /** Makes one, which only its owner may read. */
    static Path create() throws IOException {
        Path unlocked = Files.createTempDirectory(UNLOCKED_PREFIX + PREFIX);
        FileChannel channel =
                FileChannel.open(unlocked.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        String name = unlocked.getFileName().toString().substring(UNLOCKED_PREFIX.length());
        Path folder = unlocked.resolveSibling(name);
        LOCKED.put(folder, channel);
        Files.move(unlocked, folder, StandardCopyOption.ATOMIC_MOVE);
        folder.toFile().deleteOnExit(); // first, since the last to be registered is deleted first
        folder.resolve(LOCK).toFile().deleteOnExit();
        Path parent = folder.getParent();
        if (parent != null) {
            removeAbandoned(parent);
        }
        return folder;
    }

    /** Removes the folders in {@code parent} whose process has ended; what cannot be removed stays. */
    static void removeAbandoned(Path parent) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                // To close a channel of this process's own lock would release the lock.
                if (!LOCKED.containsKey(folder) && isAbandoned(folder.resolve(LOCK))) {
                    remove(folder);
                }
            }
        } catch (IOException e) {
            // another user's, or gone in the meantime
        }
    }

    private static boolean isAbandoned(Path lock) {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                @Nullable FileLock held = channel.tryLock()) {
            return held != null;
        } catch (IOException | OverlappingFileLockException e) { // not there yet, another user's, or of this process
            return false;
        }
    }

    private static void remove(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
