package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how files and links are found and opened on a real file system (D09, D10). */
class FileCatalogTest {
    @TempDir
    private Path folder;

    private Path root;
    private FileCatalog catalog;

    @BeforeEach
    void files() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        Files.writeString(root.resolve("a.txt"), "content");
        Files.createDirectory(root.resolve("sub"));
        Files.writeString(root.resolve("sub/b.txt"), "below");
        Files.writeString(Files.createDirectory(folder.resolve("outside")).resolve("bait.txt"), "bait");
        Files.createSymbolicLink(root.resolve("inside"), Path.of("sub/b.txt"));
        Files.createSymbolicLink(root.resolve("inside-folder"), Path.of("sub"));
        Files.createSymbolicLink(root.resolve("out"), folder.resolve("outside/bait.txt"));
        Files.createSymbolicLink(root.resolve("out-folder"), folder.resolve("outside"));
        Files.createSymbolicLink(root.resolve("up"), Path.of("../outside/bait.txt"));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("gone"));
        Files.createSymbolicLink(root.resolve("device"), Path.of("/dev/null"));
        catalog = new FileCatalog(root, false);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void d10_aFileChangedWhereItIsIsFoundAndOneReplacedOrUnlinkedIsNot() throws IOException {
        Path path = root.resolve("a.txt");
        try (OpenFile file = catalog.open("/files/a.txt")) {
            file.verify();
            Files.writeString(path, "CONTENT");
            Files.setLastModifiedTime(path, FileTime.fromMillis(0));
            assertThatThrownBy(file::verify).isInstanceOf(BrokenFileException.class);
        }
        try (OpenFile file = catalog.open("/files/a.txt")) {
            Files.move(Files.writeString(root.resolve("new"), "other"), path, StandardCopyOption.REPLACE_EXISTING);
            file.verify();
            Files.delete(path);
            file.verify();
            assertThat(content(file)).isEqualTo("CONTENT");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sub/b.txt", "inside", "inside-folder/b.txt", "%73ub/b.txt"})
    void d09_aFileUnderTheRootIsFoundByLinksToo(String name) throws IOException {
        try (OpenFile file = catalog.open("/files/" + name)) {
            assertThat(content(file)).isEqualTo("below");
            assertThat(file.file().path()).isEqualTo(root.toRealPath().resolve("sub/b.txt"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gone.txt",
                "sub/",
                "out",
                "out-folder",
                "out-folder/bait.txt",
                "up",
                "loop",
                "dangling",
                "device",
                "../outside/bait.txt",
                "..",
                ".",
                "",
                "a.txt/",
                "a.txt/b",
                "/etc/passwd",
                "a%00"
            })
    void d09_aPathThatIsNoFileUnderTheRootIsNotFound(String name) {
        assertNotFound(name);
    }

    @ParameterizedTest
    @CsvSource({"sub, sub/", "%73ub, sub/", "inside-folder, inside-folder/", "a%3Ab%20c/d%3F, d%3F/"})
    void d09_aFolderWithoutASlashIsSomewhereElse(String name, String location) throws IOException {
        Files.createDirectories(root.resolve("a:b c/d?"));
        assertThatThrownBy(() -> catalog.open("/files/" + name)).isInstanceOfSatisfying(RefusedException.class, e -> {
            assertThat(e.problem()).isEqualTo(Problem.FOLDER);
            assertThat(e.fields()).isEqualTo(Map.of("Location", location, "Cache-Control", "no-cache"));
        });
    }

    @Test
    void d13_aFolderUnderTheRootIsFoundByLinksToo() throws IOException {
        assertThat(catalog.folder("/files/")).isEqualTo(new CatalogFolder(root.toRealPath(), ""));
        Path sub = root.toRealPath().resolve("sub");
        assertThat(catalog.folder("/files/%73ub/")).isEqualTo(new CatalogFolder(sub, "sub"));
        assertThat(catalog.folder("/files/inside-folder/")).isEqualTo(new CatalogFolder(sub, "inside-folder"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/files",
                "/file/",
                "/files//",
                "/files/sub",
                "/files/sub//",
                "/files/./",
                "/files/sub/../",
                "/files/a.txt/",
                "/files/inside/",
                "/files/out-folder/",
                "/files/up/",
                "/files/loop/",
                "/files/none/",
                "/files/%2e/",
                "/files/sub%2F/",
                "/files/sub;/",
                "/files/.hidden/",
                "/files/sub/.hidden/"
            })
    void d09_aPathThatIsNoFolderUnderTheRootIsNotFound(String target) throws IOException {
        Files.createDirectory(root.resolve(".hidden"));
        Files.createDirectory(root.resolve("sub/.hidden"));
        assertThatThrownBy(() -> catalog.folder(target))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_FOUND));
    }

    @Test
    void d09_hiddenFilesAreServedIfTheyAreToBe() throws IOException {
        Files.writeString(Files.createDirectories(root.resolve(".a/.b")).resolve(".c"), "hidden");
        for (String name : List.of(".a", ".a/", ".a/.b/.c", "%2ea/.b/.c")) {
            assertNotFound(name);
        }
        try (FileCatalog all = new FileCatalog(root, true);
                OpenFile file = all.open("/files/.a/%2eb/.c")) {
            assertThat(content(file)).isEqualTo("hidden");
            assertThat(all.folder("/files/.a/.b/").name()).isEqualTo(".a/.b");
        }
    }

    @Test
    void d09_theRootItselfMayBeALink() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link-to-root"), root);
        try (FileCatalog linked = new FileCatalog(link, false);
                OpenFile file = linked.open("/files/a.txt")) {
            assertThat(content(file)).isEqualTo("content");
        }
    }

    @Test
    void d10_aReplacedFileIsReadOnAsItWas() throws IOException {
        try (OpenFile before = catalog.open("/files/a.txt")) {
            Path other = Files.writeString(folder.resolve("other"), "replaced");
            Files.move(other, root.resolve("a.txt"), StandardCopyOption.REPLACE_EXISTING);
            try (OpenFile after = catalog.open("/files/a.txt")) {
                assertThat(content(before)).isEqualTo("content");
                assertThat(content(after)).isEqualTo("replaced");
                assertThat(after.file().etag()).isNotEqualTo(before.file().etag());
            }
        }
    }

    @Test
    void d10_aDeletedFileIsReadOnAndNotFoundAgain() throws IOException {
        try (OpenFile before = catalog.open("/files/a.txt")) {
            Files.delete(root.resolve("a.txt"));
            assertThat(content(before)).isEqualTo("content");
            assertNotFound("a.txt");
        }
    }

    @Test
    void d10_aTruncatedFileEndsTheRead() throws IOException {
        try (OpenFile file = catalog.open("/files/a.txt")) {
            Files.writeString(root.resolve("a.txt"), "con");
            assertThatThrownBy(() -> content(file)).isInstanceOf(BrokenFileException.class);
        }
    }

    @Test
    void d11_oneVersionIsOpenOnceAndClosedAfterItsLastHolder() throws IOException {
        OpenFile first = catalog.open("/files/a.txt");
        OpenFile second = catalog.open("/files/a.txt");
        assertThat(second).isSameAs(first);
        catalog.close(); // the cache does the same some seconds after the last use
        first.close();
        assertThat(second.channel().isOpen()).isTrue();
        assertThat(content(second)).isEqualTo("content");
        second.close();
        assertThat(second.channel().isOpen()).isFalse();
    }

    @Test
    void d11_aClosedFileIsOpenedAnew() throws IOException {
        OpenFile first = catalog.open("/files/a.txt");
        first.close();
        catalog.close();
        assertThat(first.channel().isOpen()).isFalse();
        try (OpenFile second = catalog.open("/files/a.txt")) {
            assertThat(content(second)).isEqualTo("content");
        }
    }

    /**
     * Downloads of the same file share one open file. If the thread of one download is interrupted during a read, the
     * other downloads must still be able to read the file.
     */
    @Test
    void d11_anInterruptedReaderDoesNotCloseItForOthers() throws Exception {
        try (OpenFile file = catalog.open("/files/a.txt")) {
            Thread interrupted = Thread.ofPlatform().start(() -> {
                Thread.currentThread().interrupt();
                file.prefetch(0);
            });
            interrupted.join();
            assertThat(content(file)).isEqualTo("content");
        }
    }

    private void assertNotFound(String name) {
        assertThatThrownBy(() -> catalog.open("/files/" + name))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_FOUND));
    }

    private static String content(OpenFile file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) file.file().length());
        file.read(buffer, Content.of(0, file.file().length()), 0);
        return new String(buffer.array(), StandardCharsets.UTF_8);
    }
}
