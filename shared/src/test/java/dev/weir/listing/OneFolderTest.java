package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.catalog.FileCatalog;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Folders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the list of the files in one folder (D13). */
class OneFolderTest {
    private static final FileTime TIME = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir
    Path root;

    private FileCatalog catalog;
    private Listings listings;

    @BeforeEach
    void open() throws IOException {
        catalog = new FileCatalog(root, false);
        listings = new Listings(catalog, 0);
    }

    @AfterEach
    void close() {
        catalog.close();
        assertThat(listings.takenBytes()).as("memory that is not given back").isZero();
    }

    @Test
    void d13_anEmptyFolderIsAnEmptyArray() {
        assertThat(text("/files/", null)).isEqualTo("[]");
    }

    @Test
    void d13_entriesOfTheFolderAreListedByName() throws IOException {
        Files.createDirectories(root.resolve("sub/b"));
        Files.createDirectories(root.resolve("sub/.hidden"));
        for (String name : List.of("c", "a", "B", "\u00e9", ".hidden2", "back\\slash", "line\nfeed", "b/below")) {
            Files.createFile(root.resolve("sub").resolve(name));
        }
        Files.createSymbolicLink(root.resolve("sub/link"), Path.of("a"));
        assertThat(names("/files/sub/", Folders.ALL)).containsExactly("B", "a", "b/", "c", "\u00e9");
        assertThat(names("/files/", Folders.ALL)).containsExactly("sub/");
    }

    @Test
    void d13_hiddenFilesAreListedIfTheyAreServed() throws IOException {
        Files.createFile(root.resolve(".hidden"));
        try (FileCatalog all = new FileCatalog(root, true);
                Listing listing =
                        new Listings(all, 0).open(ListingPlan.of("GET", "/files/", null), Folders.ALL, "client")) {
            assertThat(read(listing)).contains("\".hidden\"");
        }
    }

    @Test
    void c06_aFolderShowsTheEntriesThatThePlanMayRead() throws IOException {
        for (String name : List.of("top", "a/b/c/file", "a/b/file", "a/file", "d/file")) {
            Files.createDirectories(root.resolve(name).getParent());
            Files.createFile(root.resolve(name));
        }
        Folders chosen = Folders.of(List.of("a/b"));
        assertThat(names("/files/", chosen)).containsExactly("a/");
        assertThat(names("/files/a/", chosen)).containsExactly("b/");
        assertThat(names("/files/a/b/", chosen)).containsExactly("c/", "file");
    }

    @Test
    void d13_anEntryTellsItsLengthTimeAndETag() throws IOException {
        Files.setLastModifiedTime(Files.write(root.resolve("a"), new byte[7]), TIME);
        Files.setLastModifiedTime(Files.createDirectory(root.resolve("b")), TIME);
        JsonNode list = JsonMapper.shared().readTree(text("/files/", null));
        assertThat(list.get(0).propertyNames()).containsExactly("name", "length", "modified", "etag");
        assertThat(list.get(0).get("length").asLong()).isEqualTo(7);
        assertThat(list.get(1).toString()).isEqualTo("{\"name\":\"b/\",\"modified\":\"2026-01-02T03:04:05Z\"}");
    }

    /** A file name with HTML in it must be escaped in the page, and encoded in the address of its link. */
    @Test
    void x06_aNameIsTextInAPage() throws IOException {
        String name = "<b onclick=\"x\">&amp; a:b?#%.txt";
        Files.setLastModifiedTime(Files.write(root.resolve(name), new byte[1536]), TIME);
        assertThat(text("/files/", "text/html"))
                .contains("<tr><td><a href=\"%3Cb%20onclick%3D%22x%22%3E%26amp%3B%20a%3Ab%3F%23%25.txt\"><bdi>"
                        + "&lt;b onclick=&quot;x&quot;&gt;&amp;amp; a:b?#%.txt</bdi></a></td>"
                        + "<td class=\"number\">1.5 KiB</td><td><time>2026-01-02 03:04</time></td></tr>")
                .contains("<p>0 folders, 1 file, 1.5 KiB</p>")
                .doesNotContain("<b ");
    }

    @Test
    void d13_aPageLeadsToTheFoldersAbove() throws IOException {
        Files.createDirectories(root.resolve("a b/<c>"));
        assertThat(text("/files/a%20b/%3Cc%3E/", "text/html"))
                .contains("href=\"../../../page/style.css\"")
                .contains("<title>&lt;c&gt;</title>")
                .containsSubsequence(
                        "<li><a href=\"./../../\"><bdi>Files</bdi></a></li>",
                        "<li><a href=\"./../\"><bdi>a b</bdi></a></li>",
                        "<li><a href=\"./\" aria-current=\"page\"><bdi>&lt;c&gt;</bdi></a></li>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/files/none/", "/files/a/", "/files//", "/files/../", "/files/.hidden/", "/files/out/"})
    void d09_aPathThatIsNoFolderUnderTheRootIsNotFound(String target) throws IOException {
        Files.createFile(root.resolve("a"));
        Files.createDirectory(root.resolve(".hidden"));
        Files.createSymbolicLink(root.resolve("out"), root.getParent());
        assertThatThrownBy(() -> text(target, null))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_FOUND));
    }

    @Test
    void d11_aListThatIsClosedEnds() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            Files.createFile(root.resolve("file-" + i));
        }
        Listing listing = listings.open(ListingPlan.of("GET", "/files/", null), Folders.ALL, "client");
        assertThat(listing.next()).isNotNull();
        listing.close();
        listing.close();
        assertThat(listing.next()).isNull();
    }

    private List<String> names(String target, Folders chosen) {
        try (Listing listing = listings.open(ListingPlan.of("GET", target, null), chosen, "client")) {
            return JsonMapper.shared()
                    .readTree(read(listing))
                    .valueStream()
                    .map(entry -> entry.get("name").asString())
                    .toList();
        }
    }

    private String text(String target, @Nullable String accept) {
        try (Listing listing = listings.open(ListingPlan.of("GET", target, accept), Folders.ALL, "client")) {
            return read(listing);
        }
    }

    private static String read(Listing listing) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] block = listing.next(); block != null; block = listing.next()) {
            assertThat(block.length).isLessThan(20_000);
            all.writeBytes(block);
        }
        return all.toString(StandardCharsets.UTF_8);
    }
}
