package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.catalog.FileCatalog;
import dev.weir.rights.Folders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AllFilesTest {
    @TempDir
    Path root;

    @Test
    void anEmptyFolderIsAnEmptyArray() throws IOException {
        assertThat(names()).isEmpty();
    }

    /** A long listing must come in small blocks, so that the whole listing is never in memory. */
    @Test
    void d13_eachBlockOfALongListingIsSmall() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            Files.createFile(root.resolve("file-" + i));
        }
        int blocks = 0;
        try (FileCatalog catalog = new FileCatalog(root, false);
                Listing listing = all(catalog, Folders.ALL)) {
            for (byte[] block = listing.next(); block != null; block = listing.next()) {
                assertThat(block.length).isLessThan(20_000);
                blocks++;
            }
            assertThat(listing.next()).isNull();
        }
        assertThat(blocks).isGreaterThan(5);
        assertThat(names()).hasSize(2_000).doesNotHaveDuplicates();
    }

    /**
     * A listing of one folder skips the files of other folders. Each call of {@link Listing#next} may skip only a few
     * files. A longer call would go on after the client has left.
     */
    @Test
    void c06_eachCallSkipsAFewFilesOfOtherFolders() throws IOException {
        for (int i = 0; i < 3_000; i++) {
            Files.createFile(root.resolve("file-" + i));
        }
        List<String> blocks = new ArrayList<>();
        try (FileCatalog catalog = new FileCatalog(root, false);
                Listing listing = all(catalog, Folders.of(List.of("sub")))) {
            for (byte[] block = listing.next(); block != null; block = listing.next()) {
                blocks.add(new String(block, StandardCharsets.UTF_8));
            }
        }
        assertThat(blocks).containsExactly("[", "", "", "]");
    }

    @Test
    void d13_namesThatNoRequestCanMakeAreLeftOut() throws IOException {
        Files.createFile(root.resolve("back\\slash"));
        Files.createFile(root.resolve("line\nfeed"));
        Files.createFile(root.resolve("quote\" and ; and \u20ac"));
        Files.createSymbolicLink(root.resolve("link"), Path.of("quote"));
        Files.createDirectories(root.resolve("a/b"));
        Files.createFile(root.resolve("a/b/c"));
        assertThat(names()).containsExactlyInAnyOrder("quote\" and ; and \u20ac", "a/b/c");
    }

    private static Listing all(FileCatalog catalog, Folders folders) {
        return new Listings(catalog, 0).open(ListingPlan.of("GET", "/files", "text/html"), folders, "client");
    }

    private List<String> names() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (FileCatalog catalog = new FileCatalog(root, false);
                Listing listing = all(catalog, Folders.ALL)) {
            for (byte[] block = listing.next(); block != null; block = listing.next()) {
                all.write(block);
            }
        }
        List<String> names = new ArrayList<>();
        for (JsonNode file : JsonMapper.shared().readTree(all.toString(StandardCharsets.UTF_8))) {
            names.add(file.get("name").asString());
        }
        return names;
    }
}
