package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the list of all files, {@code GET /files} (rule D13). */
public interface ListingContract extends ContractPart {
    /**
     * The number of files in a folder whose list a client does not read to its end. The list has 1.8 MB. The buffers of
     * the sockets cannot hold it, so the server must stop reading the folder. WebFlux's {@code writeWith} would read
     * the whole folder, because it reads 128 blocks ahead.
     */
    int UNREAD_FILES = 5_000;

    @Test
    default void d13_everyRegularFileIsListedOnceAndNothingElse() throws IOException {
        List<String> expected = new ArrayList<>();
        Path root = server().files().root();
        try (Stream<Path> all = Files.walk(root)) {
            all.filter(path -> Files.isRegularFile(path) && !Files.isSymbolicLink(path))
                    .map(path -> root.relativize(path).toString())
                    .filter(name -> !SuiteFiles.HIDDEN.contains(name))
                    .forEach(expected::add);
        }
        Answer answer = server().get("/files");
        answer.assertStatus(200);
        assertThat(answer.field("Content-Type")).isEqualTo("application/json");
        List<String> names = new ArrayList<>();
        for (JsonNode file : JsonMapper.shared().readTree(answer.text())) {
            assertThat(file.propertyNames()).containsExactly("name", "length", "modified", "etag");
            names.add(file.get("name").asString());
        }
        assertThat(names)
                .contains("text.txt", SuiteFiles.ODD_NAME, "sub/deep/text.txt", "empty.txt")
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(answer.text()).doesNotContain(root.toString()).doesNotContain("link-");
    }

    @Test
    default void d13_anEntryHasTheLengthAndETagOfItsFile() {
        for (JsonNode file : JsonMapper.shared().readTree(server().get("/files").text())) {
            if (file.get("name").asString().equals("data.bin")) {
                Answer head = server().ask("HEAD", "/files/data.bin");
                assertThat(file.get("length").asLong())
                        .isEqualTo(Long.parseLong(Objects.requireNonNull(head.field("Content-Length"))));
                assertThat(file.get("etag").asString()).isEqualTo(head.field("ETag"));
                assertThat(file.get("modified").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
                return;
            }
        }
        throw new AssertionError("data.bin is not listed");
    }

    @Test
    default void d13_manyFilesAreListed() throws IOException {
        Path folder = Files.createDirectory(server().files().root().resolve("many"));
        for (int i = 0; i < 3000; i++) {
            Files.createFile(folder.resolve("file-" + i));
        }
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer listing = connection.send("GET", "/files").answer();
            assertThat(JsonMapper.shared().readTree(listing.text()).size()).isGreaterThan(3000);
            assertThat(connection.send("GET", "/files/text.txt").answer().text())
                    .isEqualTo(SuiteFiles.TEXT);
        }
        for (int i = 0; i < 3000; i++) {
            Files.delete(folder.resolve("file-" + i));
        }
        Files.delete(folder);
    }

    /**
     * If this fails, check that the server reads no more of the folder than it can send. Also check that the server
     * notices when the client leaves, and then closes the folder.
     */
    @Test
    default void d13_aListingThatNobodyReadsToItsEndIsGivenUp() throws IOException {
        Path folder = Files.createDirectory(server().files().root().resolve("unread"));
        String longName = "x".repeat(240);
        for (int i = 0; i < UNREAD_FILES; i++) {
            Files.createFile(folder.resolve(longName + i));
        }
        try (Connection connection = server().open("GET", "/files")) {
            connection.head().assertStatus(200);
            assertThat(connection.some(1_000)).hasSize(1_000);
            for (int i = 0; i < 3; i++) { // in this time, a server that reads ahead finishes the first listing
                server().get("/files").assertStatus(200);
            }
            assertThat(server().meter("weir.downloads.active")).isEqualTo(1);
            connection.reset();
        }
        everyDownloadHasEnded();
        for (int i = 0; i < UNREAD_FILES; i++) {
            Files.delete(folder.resolve(longName + i));
        }
        Files.delete(folder);
    }

    @Test
    default void d13_aListingIsForClientsThatMayDownload() {
        server().get("/files", "X-API-Key: nobody").assertRefusedWith(Problem.UNKNOWN_KEY);
        server().get("/files", "X-API-Key: " + SuiteSettings.BLOCKED_KEY).assertRefusedWith(Problem.BLOCKED);
    }
}
