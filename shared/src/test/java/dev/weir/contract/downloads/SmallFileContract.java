package dev.weir.contract.downloads;

import static dev.weir.contract.server.SuiteFiles.BAIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Tests small files that change between two requests (rules D01, D06, D09). A server may cache small files for a short
 * time.
 *
 * <p>The files have old modification times, because a server need not cache a file that was just modified.
 */
public interface SmallFileContract extends ContractPart {
    /**
     * The second request for {@code text.txt} is answered from memory. Some tests in other contracts rely on this. They
     * request this file once before the request that they test, so that the tested answer comes from memory.
     *
     * <p>If this fails, check that the files of the suite are old enough for the cache.
     */
    @Test
    default void d01_theSecondAnswerIsThatOfAFileInMemory() {
        Eventually.is("a file in memory", () -> {
            Answer first = server().get("/files/text.txt");
            boolean kept = server().catalog().recent("/files/text.txt") != null;
            Answer second = server().get("/files/text.txt");
            assertThat(second.text()).isEqualTo(first.text()).isEqualTo(SuiteFiles.TEXT);
            assertThat(second.field("ETag")).isEqualTo(first.field("ETag"));
            return kept;
        });
    }

    /** If this fails, check how the server compares a cached file with the file on the disk. */
    @Test
    default void d01_aChangedFileIsSeenAndNeverMixedWithTheOneBefore() throws IOException {
        write("changed.txt", "content", 0);
        Answer before = server().get("/files/changed.txt");
        assertThat(before.text()).isEqualTo("content");
        write("changed.txt", "CONTENT", 1);
        Eventually.is("the change", () -> {
            Answer now = server().get("/files/changed.txt");
            boolean old = now.text().equals("content");
            assertThat(now.text()).isEqualTo(old ? "content" : "CONTENT");
            assertThat(Objects.equals(now.field("ETag"), before.field("ETag"))).isEqualTo(old);
            assertThat(Objects.equals(now.field("Last-Modified"), before.field("Last-Modified")))
                    .isEqualTo(old);
            return !old;
        });
        Answer part = server().get("/files/changed.txt", "Range: bytes=0-1", "If-Range: " + before.field("ETag"));
        part.assertStatus(200);
        assertThat(part.text()).isEqualTo("CONTENT");
    }

    /**
     * A symbolic link is changed and now leads out of the root. The server must notice this even if the file is in its
     * cache.
     */
    @Test
    default void d09_aLinkThatLeadsOutOfTheRootNowIsNotFound() throws IOException {
        Path root = server().files().root();
        write("linked.txt", "content", 0);
        Path link = Files.createSymbolicLink(root.resolve("link-that-moves"), Path.of("linked.txt"));
        assertThat(server().get("/files/link-that-moves").text()).isEqualTo("content");
        Path outside = Files.createSymbolicLink(root.resolve("link-next"), Path.of("../outside/bait.txt"));
        Files.move(outside, link, StandardCopyOption.REPLACE_EXISTING);
        Eventually.is("a refusal", () -> {
            Answer now = server().get("/files/link-that-moves");
            assertThat(now.text()).doesNotContain(BAIT);
            return now.status() == 404;
        });
    }

    @Test
    default void d09_aDeletedFileIsNotFound() throws IOException {
        Path file = write("deleted.txt", "content", 0);
        assertThat(server().get("/files/deleted.txt").text()).isEqualTo("content");
        Files.delete(file);
        Eventually.is("a refusal", () -> server().get("/files/deleted.txt").status() == 404);
    }

    private Path write(String name, String content, int version) throws IOException {
        return server().files().old(name, content.getBytes(StandardCharsets.US_ASCII), version);
    }
}
