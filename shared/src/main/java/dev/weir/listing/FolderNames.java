package dev.weir.listing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Returns the names in a folder, sorted, with bounded memory. If the memory cannot hold all names, reads the folder
 * several times. Each pass over the folder keeps the smallest of the names that were not returned yet. Not thread-safe.
 *
 * <p>Names are ordered by their UTF-16 code units, as in Java and JavaScript. If a file is created or deleted while the
 * folder is read, its name may or may not be returned.
 */
final class FolderNames implements AutoCloseable {
    private static final int BYTES_OF_NAME = 64;

    private final Path folder;
    private final Predicate<String> wanted;
    private final NameBudget.Share memory;

    /** The smallest names that the current pass over the folder has found so far, the largest of them first. */
    private final PriorityQueue<String> found = new PriorityQueue<>(Comparator.reverseOrder());
    /** The names that the last complete pass over the folder has found, and that were not returned yet, in order. */
    private final Deque<String> ready = new ArrayDeque<>();
    /**
     * The memory limit for the names of the current pass over the folder, in bytes. All passes have the same limit,
     * because {@link #memory} gives bytes back only after the last pass.
     */
    private long mostBytes;
    /** The estimated memory for the names in {@link #found}, in bytes. */
    private long bytes;
    /**
     * The smallest name that the current pass has dropped because the memory was full. Null if it has dropped no name.
     */
    private @Nullable String dropped;
    /**
     * The last name that was returned; empty at first. A pass over the folder ignores this name and all smaller names.
     */
    private String last = "";

    /** The open folder. Null between two passes over the folder, and after the last pass. */
    private @Nullable DirectoryStream<Path> stream;

    private Iterator<Path> entries;

    /**
     * @param memory the memory for the names. The last pass over the folder gives back the memory that it does not
     *     need, and {@link #close} gives back all memory
     */
    FolderNames(Path folder, Predicate<String> wanted, NameBudget.Share memory) throws IOException {
        this.folder = folder;
        this.wanted = wanted;
        this.memory = memory;
        this.mostBytes = memory.bytes();
        this.stream = open(folder);
        this.entries = stream.iterator();
    }

    @SuppressWarnings("StreamResourceLeak") // closed by closeStream
    private static DirectoryStream<Path> open(Path folder) throws IOException {
        return Files.newDirectoryStream(folder);
    }

    boolean isEnd() {
        return stream == null && ready.isEmpty() && dropped == null;
    }

    /**
     * Returns the next name in order, or null if that name is not known yet. Each call looks at no more than one entry
     * of the folder. Call this method until {@link #isEnd} is true.
     *
     * @throws UncheckedIOException if the folder can no longer be read
     */
    @Nullable
    String next() {
        if (!ready.isEmpty()) {
            last = ready.removeFirst();
            return last;
        }
        if (stream == null) {
            begin();
        }
        if (entries.hasNext()) {
            look(entries.next().getFileName().toString());
        } else {
            end();
        }
        return null;
    }

    private void begin() {
        try {
            stream = open(folder);
            entries = stream.iterator();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        mostBytes = memory.bytes();
        bytes = 0;
        dropped = null;
    }

    private void look(String name) {
        boolean before = name.compareTo(last) <= 0;
        boolean after = dropped != null && name.compareTo(dropped) >= 0;
        if (before || after || !wanted.test(name)) {
            return;
        }
        found.add(name);
        bytes += bytes(name);
        while (bytes > mostBytes && found.size() > 1) {
            dropped = found.remove();
            bytes -= bytes(dropped);
        }
    }

    private void end() {
        closeStream();
        while (!found.isEmpty()) {
            ready.addFirst(found.remove());
        }
        if (dropped == null) {
            memory.shrink(bytes);
        }
    }

    /** Returns an upper bound for the memory that a name needs in {@link #found}, in bytes. */
    private static long bytes(String name) {
        return BYTES_OF_NAME + 2L * name.length();
    }

    @Override
    public void close() {
        closeStream();
        memory.close();
    }

    private void closeStream() {
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            // Nothing is left to read in it.
        }
        stream = null;
    }
}
