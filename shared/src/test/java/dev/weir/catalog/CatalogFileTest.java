package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogFileTest {
    private static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05.678901234Z");

    @Test
    void d01_theTagIsStrong() {
        assertThat(file(MODIFIED, 7).etag()).matches("\"[!#-~]+\"");
    }

    @Test
    void d01_theTagIsTheSameForTheSameVersion() {
        assertThat(file(MODIFIED, 7).etag()).isEqualTo(new CatalogFile(Path.of("/other"), "other", 7, MODIFIED).etag());
    }

    @Test
    void d01_anotherVersionHasAnotherTag() {
        List<CatalogFile> versions = List.of(
                file(MODIFIED, 7),
                file(MODIFIED, 8),
                file(MODIFIED.plusNanos(1), 7),
                file(MODIFIED.plusSeconds(1), 7),
                file(MODIFIED.minusSeconds(1), 7),
                file(Instant.EPOCH, 7),
                file(Instant.EPOCH.minusNanos(1), 7),
                file(Instant.ofEpochSecond(1, 0x11), 0x1),
                file(Instant.ofEpochSecond(1, 0x1), 0x11),
                file(Instant.ofEpochSecond(0x11, 0x1), 0x1));
        assertThat(versions.stream().map(CatalogFile::etag)).doesNotHaveDuplicates();
    }

    private static CatalogFile file(Instant modified, long length) {
        return new CatalogFile(Path.of("/srv/a"), "a", length, modified);
    }
}
