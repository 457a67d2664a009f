package dev.weir.listing;

import dev.weir.catalog.CatalogFile;
import dev.weir.catalog.CatalogFolder;
import dev.weir.catalog.FileCatalog;
import dev.weir.rights.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Lists the regular files and the subfolders of one folder, sorted by name. Holds only a part of the list and some of
 * the names in memory ({@link FolderNames}), and keeps at most one file descriptor open.
 *
 * <p>The list omits files and folders that clients cannot request or may not read. It also omits everything that is
 * neither a regular file nor a folder, such as a symbolic link.
 */
final class OneFolder implements Listing.Source {
    private final CatalogFolder folder;
    private final Folders chosen;
    private final FolderNames names;
    private final Entries entries;
    private boolean ended;

    OneFolder(FileCatalog catalog, CatalogFolder folder, Folders chosen, NameBudget.Share memory, Entries entries)
            throws IOException {
        this.folder = folder;
        this.chosen = chosen;
        this.entries = entries;
        this.names = new FolderNames(folder.path(), name -> catalog.offers(name) && mayRead(name), memory);
    }

    private boolean mayRead(String name) {
        String path = folder.child(name);
        return chosen.hasFile(path) || chosen.hasSomeIn(path);
    }

    @Override
    public byte @Nullable [] next() {
        if (ended) {
            return null;
        }
        for (int i = 0; i < Listing.BLOCK_ENTRIES && entries.size() < Listing.BLOCK_BYTES && !names.isEnd(); i++) {
            String name = names.next();
            if (name != null) {
                add(name);
            }
        }
        if (names.isEnd()) {
            ended = true;
            entries.end();
        }
        return entries.take();
    }

    private void add(String name) {
        Path path = folder.path().resolve(name);
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory() && chosen.hasSomeIn(folder.child(name))) {
                entries.folder(name, attributes.lastModifiedTime().toInstant());
            } else if (attributes.isRegularFile() && chosen.hasFile(folder.child(name))) {
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

    @Override
    public void close() {
        names.close();
        entries.close();
    }
}
