package dev.weir.listing;

import dev.weir.catalog.CatalogFolder;
import dev.weir.catalog.FileCatalog;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;

/** Opens the lists of files that clients request. Thread-safe. */
public final class Listings {
    private final FileCatalog catalog;
    private final NameBudget budget;

    /**
     * @param mostNameBytes the most memory for file names in all open lists, in bytes; {@link NameBudget} raises a
     *     value that is too small
     */
    public Listings(FileCatalog catalog, long mostNameBytes) {
        this.catalog = catalog;
        this.budget = new NameBudget(mostNameBytes);
    }

    /**
     * Opens a list of files. Reads the first block, so that an error of the file system becomes an error response. For
     * {@code HEAD}, reads no block. Blocks on the file system. The caller must close the list.
     *
     * @param chosen the folders that the client may read; the list omits all other folders
     * @param client the name of the client, whose lists may use only a part of the memory
     * @throws RefusedException with {@link Problem#NOT_FOUND} if the requested folder does not exist,
     *     {@link Problem#FILES_GONE} if the root folder cannot be read, {@link Problem#OVERLOADED} if no file
     *     descriptor or no memory for names is left, or {@link Problem#TOO_MANY_DOWNLOADS} if the client's open lists
     *     use all memory that the client may use
     */
    public Listing open(ListingPlan plan, Folders chosen, String client) {
        CatalogFolder folder = catalog.folder(plan.folder());
        try {
            return open(
                    plan,
                    plan.all() ? new AllFiles(catalog, folder.path(), chosen) : open(plan, folder, chosen, client));
        } catch (IOException e) {
            throw catalog.refusal(e);
        }
    }

    /**
     * Opens a list that consists of the blocks of {@code source}. Reads the first block, except for {@code HEAD}.
     * Closes {@code source} if this method throws.
     */
    Listing open(ListingPlan plan, Listing.Source source) {
        Listing listing = new Listing(plan.fields(), source);
        boolean opened = false;
        try {
            if (!plan.head()) {
                listing.readFirst();
            }
            opened = true;
            return listing;
        } catch (DirectoryIteratorException | UncheckedIOException e) {
            throw catalog.refusal(e.getCause() instanceof IOException cause ? cause : new IOException(e));
        } finally {
            if (!opened) {
                listing.close();
            }
        }
    }

    private OneFolder open(ListingPlan plan, CatalogFolder folder, Folders chosen, String client) throws IOException {
        NameBudget.Share memory = budget.take(client);
        try {
            Entries entries = plan.html() ? new HtmlEntries(folder.name()) : new JsonEntries();
            return new OneFolder(catalog, folder, chosen, memory, entries);
        } catch (IOException | RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    /** Returns the memory that is reserved for the file names of all open lists, in bytes. */
    public long takenBytes() {
        return budget.taken();
    }
}
