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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the cache of small files (D09, D10). A change is seen when an entry expires, and no answer mixes versions. */
class SmallFilesTest {
    private static final Duration TIME = Duration.ofMillis(500);
    private static final FileTime OLD = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    private static final FileTime NEWER = FileTime.from(Instant.parse("2020-01-01T00:00:01Z"));

    @TempDir
    private Path folder;

    private Path root;
    private FileCatalog catalog;
    private long nowNanos;

    @BeforeEach
    void files() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        Files.createDirectory(folder.resolve("outside"));
        write(root.resolve("a.txt"), "content", OLD);
        write(folder.resolve("outside/a.txt"), "bait", OLD);
        catalog = new FileCatalog(root, false, TIME, () -> nowNanos, InstantSource.system());
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void d10_aFileOfTheSameSizeAndAnotherTimeIsSeenWhenTheTimeIsOver() throws IOException {
        String etag = catalog.open("/files/a.txt").file().etag();
        write(root.resolve("a.txt"), "CONTENT", NEWER);
        assertContent("a.txt", "content");
        assertThat(catalog.open("/files/a.txt").file().etag()).isEqualTo(etag);
        timeIsOver();
        assertThat(catalog.recent("/files/a.txt")).isNull();
        assertContent("a.txt", "CONTENT");
        assertThat(catalog.open("/files/a.txt").file().etag()).isNotEqualTo(etag);
    }

    @Test
    void d10_anotherFileOfTheSameSizeAndTimeIsSeenWhenTheTimeIsOver() throws IOException {
        assertContent("a.txt", "content");
        Path other = write(folder.resolve("other"), "CONTENT", OLD);
        Files.move(other, root.resolve("a.txt"), StandardCopyOption.REPLACE_EXISTING);
        timeIsOver();
        assertContent("a.txt", "CONTENT");
    }

    @Test
    void d01_aFileRewrittenWithTheSameSizeTimeAndInodeIsReadAgain() throws IOException {
        OpenFile first = catalog.open("/files/a.txt");
        write(root.resolve("a.txt"), "CONTENT", OLD);
        nowNanos += SmallFiles.READ_AGAIN.toNanos();
        assertContent("a.txt", "CONTENT");
        assertThat(content(first)).isEqualTo("content");
    }

    @Test
    void d10_aFileTruncatedWhereItIsIsSentAsItWas() throws IOException {
        OpenFile file = catalog.open("/files/a.txt");
        Files.writeString(root.resolve("a.txt"), "con");
        file.verify();
        assertThat(content(file)).isEqualTo("content");
    }

    @Test
    void d09_aDeletedFileIsNotFoundWhenTheTimeIsOver() throws IOException {
        assertContent("a.txt", "content");
        Files.delete(root.resolve("a.txt"));
        timeIsOver();
        assertNotFound("a.txt");
    }

    @Test
    void d09_aLinkThatLeadsOutOfTheRootNowIsNotFoundWhenTheTimeIsOver() throws IOException {
        Path link = Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
        assertContent("link", "content");
        Files.delete(link);
        Files.createSymbolicLink(link, folder.resolve("outside/a.txt"));
        timeIsOver();
        assertNotFound("link");
    }

    @Test
    void d09_aFolderThatIsALinkOutOfTheRootNowIsNotFoundWhenTheTimeIsOver() throws IOException {
        Path sub = Files.createDirectory(root.resolve("sub"));
        write(sub.resolve("a.txt"), "below", OLD);
        assertContent("sub/a.txt", "below");
        Files.move(sub, folder.resolve("moved"));
        Files.createSymbolicLink(sub, folder.resolve("outside"));
        timeIsOver();
        assertNotFound("sub/a.txt");
    }

    @Test
    void d09_aNewFileIsFoundAtOnce() throws IOException {
        assertNotFound("new.txt");
        write(root.resolve("new.txt"), "new", OLD);
        assertContent("new.txt", "new");
    }

    @Test
    void anUnchangedFileIsReadOnce() {
        OpenFile first = catalog.open("/files/a.txt");
        assertThat(catalog.recent("/files/a.txt")).isSameAs(first);
        timeIsOver();
        assertThat(catalog.open("/files/a.txt")).isSameAs(first);
        assertThat(catalog.recent("/files/a.txt")).isSameAs(first);
    }

    @Test
    void aFileThatWasJustModifiedIsNotKept() throws IOException {
        write(root.resolve("a.txt"), "young", FileTime.from(Instant.now()));
        assertContent("a.txt", "young");
        assertThat(catalog.recent("/files/a.txt")).isNull();
    }

    @Test
    void aLargeFileIsNotKept() throws IOException {
        write(root.resolve("most"), "x".repeat(SmallFiles.MOST_BYTES), OLD);
        write(root.resolve("more"), "x".repeat(SmallFiles.MOST_BYTES + 1), OLD);
        assertContent("most", "x".repeat(SmallFiles.MOST_BYTES));
        assertContent("more", "x".repeat(SmallFiles.MOST_BYTES + 1));
        assertThat(catalog.recent("/files/most")).isNotNull();
        assertThat(catalog.recent("/files/more")).isNull();
    }

    @Test
    void noFileIsKeptWithoutTime() throws IOException {
        try (FileCatalog without = new FileCatalog(root, false, Duration.ZERO, () -> nowNanos, InstantSource.system());
                OpenFile file = without.open("/files/a.txt")) {
            assertThat(content(file)).isEqualTo("content");
            assertThat(without.recent("/files/a.txt")).isNull();
            assertThat(file.whole().isInMemory()).isFalse();
        }
    }

    @Test
    void aBoundedNumberOfTargetsIsRemembered() throws IOException {
        for (int i = 0; i < SmallFiles.MOST_TARGETS; i++) {
            write(root.resolve("f" + i), "" + i, OLD);
            assertContent("f" + i, "" + i);
        }
        assertContent("a.txt", "content");
        assertThat(catalog.recent("/files/a.txt")).isNull();
        assertThat(catalog.recent("/files/f0")).isNotNull();
        timeIsOver();
        assertContent("a.txt", "content");
        assertThat(catalog.recent("/files/a.txt")).isNotNull();
    }

    private void timeIsOver() {
        nowNanos += TIME.toNanos();
    }

    private void assertContent(String name, String content) throws IOException {
        try (OpenFile file = catalog.open("/files/" + name)) {
            assertThat(content(file)).isEqualTo(content);
        }
    }

    private void assertNotFound(String name) {
        assertThatThrownBy(() -> catalog.open("/files/" + name))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_FOUND));
    }

    static String content(OpenFile file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) file.file().length());
        file.read(buffer, file.whole(), 0);
        return new String(buffer.array(), StandardCharsets.UTF_8);
    }

    static Path write(Path path, String content, FileTime modified) throws IOException {
        Files.writeString(path, content);
        return Files.setLastModifiedTime(path, modified);
    }
}
