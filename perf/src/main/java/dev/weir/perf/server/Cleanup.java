package dev.weir.perf.server;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** When this JVM exits, even by Ctrl-C, ends the processes it started and deletes its temporary files. Thread-safe. */
public final class Cleanup {
    private static final Set<OwnedProcess> RUNNING = ConcurrentHashMap.newKeySet();
    private static final Set<Path> MOUNTS = ConcurrentHashMap.newKeySet();
    private static final Path FOLDER = create();
    private static volatile boolean begun;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Cleanup::run));
    }

    static void add(OwnedProcess process) {
        RUNNING.add(process);
        if (begun) {
            process.kill();
        }
    }

    static void remove(OwnedProcess process) {
        RUNNING.remove(process);
    }

    /** Returns the temporary folder of this run. All users may read it, because nginx's workers run as another user. */
    public static Path folder() {
        return FOLDER;
    }

    /** When this JVM exits, unmounts the folder after the processes that this JVM has started have ended. */
    public static void unmountAtEnd(Path folder) {
        MOUNTS.add(folder);
    }

    private static Path create() {
        try {
            Path folder = Files.createTempDirectory("weir-perf-");
            folder.toFile().setExecutable(true, false);
            folder.toFile().setReadable(true, false);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Blocks for ever if this JVM is exiting: no failure of a killed server is recorded. Else returns at once. */
    public static void awaitEnd() throws InterruptedException {
        if (begun) {
            new CountDownLatch(1).await();
        }
    }

    private static void run() {
        begun = true;
        RUNNING.forEach(OwnedProcess::kill);
        RUNNING.forEach(Cleanup::close);
        MOUNTS.forEach(folder -> Host.output("umount", "--lazy", folder.toString()));
        try {
            MoreFiles.deleteRecursively(FOLDER, RecursiveDeleteOption.ALLOW_INSECURE);
        } catch (IOException e) {
            System.err.println("weir: cannot delete " + FOLDER + ": " + e.getMessage());
        }
    }

    private static void close(OwnedProcess process) {
        try {
            process.close();
        } catch (IllegalStateException e) {
            System.err.println("weir: " + e.getMessage());
        }
    }

    private Cleanup() {}
}
