package dev.weir.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which files and folders belong to a set of folders that a plan allows (C06). */
class FoldersTest {
    private final Folders folders = Folders.of(List.of("a", "b/c/d"));

    @ParameterizedTest
    @CsvSource({
        "a, false",
        "a/x, true",
        "a/x/y, true",
        "ab/x, false",
        "x/a/x, false",
        "A/x, false",
        "b/x, false",
        "b/c/x, false",
        "b/c/d, false",
        "b/c/d/x, true",
        "b/c/de/x, false"
    })
    void aFileIsInAFolderOrBelow(String name, boolean isIn) {
        assertThat(folders.hasFile(name)).isEqualTo(isIn);
        assertThat(Folders.ALL.hasFile(name)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "a, true",
        "a/x, true",
        "ab, false",
        "b, true",
        "b/c, true",
        "b/c/d, true",
        "b/c/d/x, true",
        "b/x, false",
        "b/c/x, false",
        "c, false"
    })
    void aFolderIsEnteredIfItMayLeadToAFile(String name, boolean isEntered) {
        assertThat(folders.hasSomeIn(name)).isEqualTo(isEntered);
        assertThat(Folders.ALL.hasSomeIn(name)).isTrue();
    }

    @Test
    void noNamesStandForAllFolders() {
        assertThat(Folders.of(List.of())).isSameAs(Folders.ALL);
        assertThat(Folders.ALL.isAll()).isTrue();
        assertThat(folders.isAll()).isFalse();
    }
}
