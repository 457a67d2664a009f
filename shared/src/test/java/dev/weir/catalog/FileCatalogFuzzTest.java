package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests random request targets on a real file system (D09). The served folder has links that lead out of it. */
class FileCatalogFuzzTest {
    private static final String PREFIX = "/files/";

    @TempDir
    private static Path folder;

    private static Path root;
    private static FileCatalog catalog;

    @BeforeAll
    static void files() throws IOException {
        root = Files.createDirectory(folder.resolve("root")).toRealPath();
        Files.writeString(root.resolve("text.txt"), "served");
        Files.writeString(root.resolve("50% \u00e9;\u20ac.txt"), "served");
        Files.writeString(Files.createDirectories(root.resolve("sub/deep")).resolve("text.txt"), "served");
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("bait.txt"), "bait");
        Files.createSymbolicLink(root.resolve("link-inside"), Path.of("sub/deep"));
        Files.createSymbolicLink(root.resolve("link-outside"), outside.resolve("bait.txt"));
        Files.createSymbolicLink(root.resolve("link-folder"), outside);
        Files.createSymbolicLink(root.resolve("link-up"), Path.of(".."));
        Files.createSymbolicLink(root.resolve("link-itself"), Path.of("link-itself"));
        Files.createSymbolicLink(root.resolve("link-device"), Path.of("/dev/zero"));
        catalog = new FileCatalog(root, true);
    }

    @AfterAll
    static void close() {
        catalog.close();
    }

    @MethodSource({"dev.weir.contract.http.Targets#nowhere", "dev.weir.contract.http.Targets#unknown"})
    @ValueSource(
            strings = {
                "/files/text.txt",
                "/files/",
                "/files/sub/deep",
                "/files/sub/deep/",
                "/files/link-inside/",
                "/files/link-up/",
                "/files/sub/deep/text.txt",
                "/files/%73ub/dee%70/text.txt",
                "/files/link-inside/text.txt",
                "/files/50%25%20%C3%A9%3B%E2%82%AC.txt",
                "/files/link-up/outside/bait.txt",
                "/files/link-inside/%2e%2e/%2e%2e/%2e%2e/outside/bait.txt"
            })
    @FuzzTest
    void nothingOutsideOfTheRootIsOpened(@NotNull String target) throws IOException {
        String raw = target.startsWith(PREFIX) ? target.substring(PREFIX.length()) : target;
        String name = RequestPath.decode(raw);
        String naive = decoded(raw);
        if (name != null && naive != null) {
            assertThat(name).isEqualTo(naive);
        }
        try (OpenFile file = catalog.open(target)) {
            assertThat(target).startsWith(PREFIX);
            assertThat(file.file().path()).startsWithRaw(root).isRegularFile();
            assertThat(Files.readString(file.file().path())).isEqualTo("served");
            assertThat(naive).isNotNull();
            assertThat(root.resolve(String.valueOf(naive))).isRegularFile();
        } catch (RefusedException e) {
            assertThat(e.problem()).isIn(Problem.NOT_FOUND, Problem.FOLDER);
        }
        try {
            assertThat(catalog.folder(target).path()).startsWithRaw(root).isDirectory();
            assertThat(target).startsWith(PREFIX).endsWith("/");
        } catch (RefusedException e) {
            assertThat(e.problem()).isEqualTo(Problem.NOT_FOUND);
        }
    }

    private static @Nullable String decoded(String raw) {
        try {
            return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
