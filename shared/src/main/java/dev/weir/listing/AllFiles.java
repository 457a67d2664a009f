package dev.weir.listing;

import dev.weir.catalog.CatalogFile;
import dev.weir.catalog.FileCatalog;
import dev.weir.rights.Folders;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lists the regular files in the chosen folders and their subfolders, in the order of the file system. Holds only a
 * part of the list in memory, and keeps one file descriptor open for each level of nested folders.
 *
 * <p>The list omits files that clients cannot request, and files whose attributes cannot be read.
 */
final class AllFiles implements Listing.Source {
    private final FileCatalog catalog;
    private final Path root;
    private final Folders chosen;
    private final Deque<Folder> folders = new ArrayDeque<>();
    private final Entries entries = new JsonEntries();
    private boolean ended;

    private record Folder(DirectoryStream<Path> stream, Iterator<Path> entries) {}

    AllFiles(FileCatalog catalog, Path root, Folders chosen) throws IOException {
        this.catalog = catalog;
        this.root = root;
        this.chosen = chosen;
        enter(root);
    }

    @Override
    public byte @Nullable [] next() {
        if (ended) {
            return null;
        }
        for (int i = 0; i < Listing.BLOCK_ENTRIES && entries.size() < Listing.BLOCK_BYTES && !folders.isEmpty(); i++) {
            step(folders.getLast());
        }
        if (folders.isEmpty()) {
            ended = true;
            entries.end();
        }
        return entries.take();
    }

    private void step(Folder folder) {
        if (!folder.entries.hasNext()) {
            leave();
            return;
        }
        Path path = folder.entries.next();
        if (!catalog.offers(path.getFileName().toString())) {
            return;
        }
        String name = name(path);
        if (!chosen.hasFile(name) && !chosen.hasSomeIn(name)) {
            return; // without a look-up in the file system
        }
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory() && chosen.hasSomeIn(name)) {
                enter(path);
            } else if (attributes.isRegularFile() && chosen.hasFile(name)) {
                entries.file(new CatalogFile(
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
        entries.close();
    }
}
