package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The threads of a process as the kernel lists them; one that has just ended is not an error but not there. */
final class Tasks {
    private final Path folder;

    Tasks(long pid) {
        this(Path.of("/proc", Long.toString(pid), "task"));
    }

    Tasks(Path folder) {
        this.folder = folder;
    }

    /** Their ids; {@link java.io.File} because a thousand paths would be made for nothing. */
    List<String> ids() throws IOException {
        String[] ids = folder.toFile().list();
        if (ids == null) {
            throw new IOException("no process at " + folder);
        }
        return List.of(ids);
    }

    /** A file of one thread, empty when the thread has ended. */
    String read(String id, String file) {
        try {
            return Files.readString(folder.resolve(id).resolve(file));
        } catch (IOException _) {
            return "";
        }
    }
}
