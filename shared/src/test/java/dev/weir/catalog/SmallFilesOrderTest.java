package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests two simultaneous look-ups of a file (D01). The one that began later must decide which version is cached. */
class SmallFilesOrderTest {
    private static final FileTime OLD = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    private static final FileTime NEWER = FileTime.from(Instant.parse("2020-01-01T00:00:01Z"));

    @TempDir
    private Path folder;

    @Test
    void d01_anOlderLookUpDoesNotReplaceANewerOne() throws IOException {
        SmallFiles files = new SmallFiles(Duration.ofMillis(500), () -> 0, InstantSource.system());
        keep(files, "CONTENT", NEWER, 2);
        keep(files, "content", OLD, 1);
        assertThat(SmallFilesTest.content(Objects.requireNonNull(files.recent("target"))))
                .isEqualTo("CONTENT");
        keep(files, "content", OLD, 3);
        assertThat(SmallFilesTest.content(Objects.requireNonNull(files.recent("target"))))
                .isEqualTo("content");
    }

    /** The newer version is not cached: it is too large or too recent. The older version must not be cached either. */
    @ParameterizedTest
    @ValueSource(ints = {SmallFiles.MOST_BYTES + 1, 7})
    void d01_anOlderLookUpDoesNotReplaceANewerOneThatIsNotKept(int length) throws IOException {
        SmallFiles files = new SmallFiles(Duration.ofMillis(500), () -> 0, InstantSource.system());
        keep(files, "content", OLD, 0);
        keep(files, "x".repeat(length), FileTime.from(Instant.now()), 2);
        keep(files, "content", OLD, 1);
        assertThat(files.recent("target")).isNull();
    }

    /** Writes a version of the file. Passes it to the cache as the result of a look-up begun at {@code sinceNanos}. */
    private void keep(SmallFiles files, String content, FileTime modified, long sinceNanos) throws IOException {
        Path path = SmallFilesTest.write(folder.resolve("a.txt"), content, modified);
        CatalogFile file = new CatalogFile(
                path, "a.txt", content.length(), Files.getLastModifiedTime(path).toInstant());
        var _ = files.keep("target", file, FileCatalog.attributes(path), sinceNanos);
    }
}
