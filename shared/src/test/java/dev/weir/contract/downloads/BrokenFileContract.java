package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.operating.LogContract;
import dev.weir.contract.server.StartedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * Tests what a server logs about a file that is changed during a download (rules D10, X04). The log limits lines, so no
 * other test can use this server.
 */
public interface BrokenFileContract {
    StartedServer server();

    /**
     * The log must have one warning. If the test fails, check that the container gets no exception that it logs as an
     * error of the server.
     */
    @Test
    default void x04_aFileThatIsChangedMeanwhileIsOneWarning() throws IOException {
        byte[] data = server().files().data();
        Path file = Files.write(server().files().root().resolve("changed.bin"), data);
        int before = server().log().length();
        try (Connection connection = server().open("GET", "/files/changed.bin", LeavingContract.SLOW)) {
            connection.head().assertStatus(200);
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
            assertThat(connection.rest(0).body()).hasSizeLessThan(data.length);
        }
        assertThat(LogContract.alarms(server().log().substring(before)))
                .singleElement()
                .asString()
                .contains("changed.bin was changed during a download");
    }
}
