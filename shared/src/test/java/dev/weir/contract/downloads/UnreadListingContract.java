package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * Tests that the server closes the connection of a client that does not read a list: the list of all files, or the list
 * of one folder (rule D17). The time in the server's setting {@code weir.files.min-progress} must be one second or
 * less.
 */
public interface UnreadListingContract extends ContractPart {
    @Test
    default void d17_aListingThatNobodyReadsIsCutOff() throws IOException {
        Path folder = Files.createDirectory(server().files().root().resolve("unread"));
        String longName = "x".repeat(240);
        for (int i = 0; i < 20_000; i++) { // more than the sockets buffer
            Files.createFile(folder.resolve(longName + i));
        }
        try (Connection all = server().open("GET", "/files")) {
            all.head().assertStatus(200);
            try (Connection one = server().open("GET", "/files/unread/")) {
                one.head().assertStatus(200);
                Eventually.meterIs(server(), "weir.downloads.active", 0);
                assertCutOff(one);
            }
            assertCutOff(all);
        }
        FileSystemUtils.deleteRecursively(folder);
    }

    private static void assertCutOff(Connection stalled) {
        assertThatThrownBy(() -> stalled.rest(0)) // fails because the connection ends within a chunk
                .isInstanceOf(UncheckedIOException.class)
                .cause()
                .isNotInstanceOf(SocketTimeoutException.class);
    }
}
