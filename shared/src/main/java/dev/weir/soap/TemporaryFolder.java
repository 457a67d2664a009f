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
 * A temporary folder for the generated keys of one process. The process locks a file in the folder. The operating
 * system releases the lock even if the process is killed. So a later process recognises and deletes the folder.
 */
final class TemporaryFolder {
    private static final String PREFIX = "weir-soap-keys-";
    private static final String UNLOCKED_PREFIX = "new-";
    private static final String LOCK = "lock";

    /** The folders of this process, each with its locked file. No entry is removed, because there are only a few. */
    private static final Map<Path, FileChannel> LOCKED = new ConcurrentHashMap<>();

    private TemporaryFolder() {}

    /** Creates and locks a folder that only its owner can read. Also deletes the folders of ended processes. */
    static Path create() throws IOException {
        Path unlocked = Files.createTempDirectory(UNLOCKED_PREFIX + PREFIX);
        FileChannel channel =
                FileChannel.open(unlocked.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        String name = unlocked.getFileName().toString().substring(UNLOCKED_PREFIX.length());
        Path folder = unlocked.resolveSibling(name);
        LOCKED.put(folder, channel);
        Files.move(unlocked, folder, StandardCopyOption.ATOMIC_MOVE);
        folder.toFile().deleteOnExit(); // before the files, because the last path registered is deleted first
        folder.resolve(LOCK).toFile().deleteOnExit();
        Path parent = folder.getParent();
        if (parent != null) {
            removeAbandoned(parent);
        }
        return folder;
    }

    /** Deletes each folder in {@code parent} whose process has ended. Stops silently if a folder cannot be deleted. */
    static void removeAbandoned(Path parent) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                // Skip this process's own folders: closing any channel of a lock file releases the lock.
                if (!LOCKED.containsKey(folder) && isAbandoned(folder.resolve(LOCK))) {
                    remove(folder);
                }
            }
        } catch (IOException e) {
            // The folder belongs to another user, or has just been deleted.
        }
    }

    private static boolean isAbandoned(Path lock) {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                @Nullable FileLock held = channel.tryLock()) {
            return held != null;
        } catch (IOException | OverlappingFileLockException e) {
            // The file does not exist yet, belongs to another user, or is locked by this process.
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
