package dev.weir.soap;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A folder for the development keys of one process, which a lock in it shows to be alive.
 *
 * <p>The system drops the lock of a process that was killed, so the next process can tell such a folder and removes it.
 */
final class TemporaryFolder {
    private static final String PREFIX = "weir-soap-keys-";
    private static final String LOCK = "lock";

    /** A few in a process; closed by its end. */
    private static final Queue<FileChannel> LOCKED = new ConcurrentLinkedQueue<>();

    private TemporaryFolder() {}

    /** Makes one, which only its owner may read. */
    static Path create() throws IOException {
        Path folder = Files.createTempDirectory(PREFIX);
        folder.toFile().deleteOnExit(); // first, since the last to be registered is deleted first
        Path lock = folder.resolve(LOCK);
        lock.toFile().deleteOnExit();
        FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        LOCKED.add(channel);
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
                if (isAbandoned(folder.resolve(LOCK))) {
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
