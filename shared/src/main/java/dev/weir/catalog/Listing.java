package dev.weir.catalog;

import dev.weir.rights.Folders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Lists the regular files in some folders below a root as one JSON array, in the order of the file system.
 * {@link #next} returns the text in blocks. The listing holds one block in memory, and keeps one file descriptor open
 * per level of folders.
 *
 * <p>It omits files that clients cannot request, and files whose attributes cannot be read. Not thread-safe. Blocks on
 * the file system. The caller must close it.
 */
public final class Listing implements AutoCloseable {
    public static final Map<String, String> FIELDS =
            Map.of("Content-Type", "application/json", "Cache-Control", "no-cache");

    /**
     * The Unicode replacement character. Java puts it into a file name in place of bytes that are not UTF-8. Clients
     * cannot request such a file.
     */
    private static final char UNREADABLE = '\uFFFD';

    private static final int BLOCK_BYTES = 16 * 1024;
    /** The most entries that one call looks at, so that a reader who has left is noticed before the list ends. */
    private static final int BLOCK_ENTRIES = 1000;

    private final Path root;
    private final boolean hidden;
    private final Folders chosen;
    private final Deque<Folder> folders = new ArrayDeque<>();
    private final ByteArrayOutputStream block = new ByteArrayOutputStream(BLOCK_BYTES + 1024);
    private final JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), block);
    private boolean ended;

    private record Folder(DirectoryStream<Path> stream, Iterator<Path> entries) {}

    Listing(Path root, boolean hidden, Folders chosen) throws IOException {
        this.root = root;
        this.hidden = hidden;
        this.chosen = chosen;
        enter(root);
        json.writeStartArray();
    }

    /**
     * Returns the next block of the JSON text in UTF-8, or null after the last block. A block may be empty if the call
     * has seen many files that the list omits.
     */
    public byte @Nullable [] next() {
        if (ended) {
            return null;
        }
        for (int i = 0; i < BLOCK_ENTRIES && block.size() < BLOCK_BYTES && !folders.isEmpty(); i++) {
            step(folders.getLast());
            json.flush();
        }
        if (folders.isEmpty()) {
            ended = true;
            json.writeEndArray();
            json.flush();
        }
        byte[] bytes = block.toByteArray();
        block.reset();
        return bytes;
    }

    private void step(Folder folder) {
        if (!folder.entries.hasNext()) {
            leave();
            return;
        }
        Path path = folder.entries.next();
        if (!hidden && RequestPath.isHidden(path.getFileName().toString())) {
            return;
        }
        String name = name(path);
        if (!chosen.hasFile(name) && !chosen.hasSomeIn(name)) {
            return; // before the file system is asked about it
        }
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory() && chosen.hasSomeIn(name)) {
                enter(path);
            } else if (attributes.isRegularFile() && chosen.hasFile(name)) {
                write(new CatalogFile(
                        path,
                        name,
                        attributes.size(),
                        attributes.lastModifiedTime().toInstant()));
            }
        } catch (IOException e) {
            // The file has just gone, or this process may not read it.
        }
    }

    private String name(Path path) {
        return StreamSupport.stream(root.relativize(path).spliterator(), false)
                .map(Path::toString)
                .collect(Collectors.joining("/"));
    }

    private void write(CatalogFile file) {
        if (RequestPath.isPlain(file.name()) && file.name().indexOf(UNREADABLE) < 0) {
            json.writeStartObject();
            json.writeStringProperty("name", file.name());
            json.writeNumberProperty("length", file.length());
            json.writeStringProperty("modified", file.modified().toString());
            json.writeStringProperty("etag", file.etag());
            json.writeEndObject();
        }
    }

    private void enter(Path folder) throws IOException {
        @SuppressWarnings("StreamResourceLeak") // closed by leave
        DirectoryStream<Path> stream = Files.newDirectoryStream(folder);
        folders.addLast(new Folder(stream, stream.iterator()));
    }

    private void leave() {
        try {
            folders.removeLast().stream.close();
        } catch (IOException e) {
            // Nothing is left to read in it.
        }
    }

    @Override
    public void close() {
        while (!folders.isEmpty()) {
            leave();
        }
        json.close();
    }
}
