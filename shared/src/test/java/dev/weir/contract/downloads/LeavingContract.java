package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.operating.LogContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Pause;
import dev.weir.contract.server.StalledServer;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestLink;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests files that change, and clients that leave, during a download (rules D10, D11). */
public interface LeavingContract extends ContractPart {
    String SLOW = "X-API-Key: " + SuiteSettings.SLOW_KEY;

    /**
     * If this fails, check that the server ends the connection when it cannot read all the bytes that Content-Length
     * has promised.
     */
    @Test
    default void d10_aFileThatIsTruncatedMeanwhileEndsShort() throws IOException {
        truncate("/files/shrinks.bin");
    }

    /** If this fails, check which code logs the URL of a download that fails after its header was sent. */
    @Test
    default void c05_aLinkToAFileThatIsTruncatedIsNotLogged() throws IOException {
        int before = server().log().length();
        truncate(TestLink.of("/files/shrinks.bin", ""));
        assertThat(LogContract.lines(server().log().substring(before))).noneMatch(line -> line.contains("sig="));
    }

    private void truncate(String target) throws IOException {
        Path file = Files.write(
                server().files().root().resolve("shrinks.bin"), server().files().data());
        Connection connection;
        try (Pause _ = new Pause(server())) {
            connection = server().open("GET", target);
            connection.head().assertStatus(200);
            try (RandomAccessFile shrinking = new RandomAccessFile(file.toFile(), "rw")) {
                shrinking.setLength(100);
            }
        }
        try (connection) {
            byte[] body = connection.rest(0).body();
            assertThat(body).hasSizeLessThanOrEqualTo(100);
            assertThat(body).isEqualTo(Arrays.copyOf(server().files().data(), body.length));
        }
    }

    @Test
    default void d10_aFileThatIsChangedMeanwhileEndsShort() throws IOException {
        Path file = Files.write(
                server().files().root().resolve("changes.bin"), server().files().data());
        Connection connection;
        try (Pause _ = new Pause(server())) {
            connection = server().open("GET", "/files/changes.bin");
            connection.head().assertStatus(200);
            try (RandomAccessFile changing = new RandomAccessFile(file.toFile(), "rw")) {
                changing.write(~server().files().data()[0]);
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        }
        try (connection) {
            byte[] body = connection.rest(0).body();
            assertThat(body).hasSizeLessThan(server().files().data().length);
            assertThat(body).isEqualTo(Arrays.copyOf(server().files().data(), body.length));
        }
    }

    @Test
    default void d10_aFileThatIsReplacedMeanwhileIsSentAsItWas() throws IOException {
        Path root = server().files().root();
        Path file = Files.write(root.resolve("replaced.bin"), server().files().data());
        Connection connection;
        try (Pause _ = new Pause(server())) {
            connection = server().open("GET", "/files/replaced.bin");
            connection.head().assertStatus(200);
            Path other = Files.writeString(root.resolve("other.bin"), SuiteFiles.TEXT);
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        }
        try (connection) {
            assertThat(connection.rest(0).body()).isEqualTo(server().files().data());
        }
        assertThat(server().get("/files/replaced.bin").text()).isEqualTo(SuiteFiles.TEXT);
    }

    /**
     * A client sends a long poll, and a second request without waiting for the answer. After both answers, the client
     * sends a third request. If this fails, check which code reads the next request after the second answer.
     */
    @ParameterizedTest
    @CsvSource({
        "GET, /nothing, 404",
        "GET, /ws/calc.xsd, 200",
        "GET, /files/text.txt, 200",
        "DELETE, /files/text.txt, 405",
        "POST, /ws, 415"
    })
    default void x02_behindTwoThatWereSentTogetherAThirdIsServed(String method, String target, int status) {
        try (Connection connection = server().connect("127.0.0.1")) {
            connection.send("GET", "/events/next?timeout=200ms").send(method, target, "Content-Length: 0");
            connection.answer().assertStatus(204);
            connection.answer().assertStatus(status);
            connection.send("GET", "/files/text.txt").answer().assertStatus(200);
        }
    }

    @Test
    default void d11_aClientThatClosesIsNoticed() {
        try (Connection connection = server().open("GET", "/files/large.bin", SLOW)) {
            connection.head();
            connection.some(1);
            assertThat(server().meter("weir.downloads.active")).isEqualTo(1);
        }
        assertNobodyIsLeft();
    }

    @Test
    default void d11_aClientThatResetsIsNoticed() {
        try (Connection connection = server().open("GET", "/files/large.bin", SLOW)) {
            connection.head();
            connection.some(1);
            connection.reset();
        }
        assertNobodyIsLeft();
    }

    /** If this fails, check which code notices that a connection ends while the server waits for send buffer space. */
    @Test
    default void d11_aStalledClientThatResetsIsNoticed() {
        try (Connection connection = server().open("GET", "/files/large.bin")) {
            connection.head();
            StalledServer.awaitOn(server());
            connection.reset();
        }
        assertNobodyIsLeft();
    }

    /** If this fails, check that the end of one download does not affect an open file that other downloads share. */
    @Test
    default void d11_clientsThatLeaveAtOnceDoNotDisturbAnother() {
        try (Connection staying = server().open("GET", "/files/large.bin")) {
            staying.head().assertStatus(200);
            for (int i = 0; i < 200; i++) {
                server().open("GET", "/files/large.bin").reset();
            }
            assertThat(staying.rest(0).body().length).isEqualTo(SuiteFiles.LARGE_BYTES);
        }
        assertNobodyIsLeft();
    }

    private void assertNobodyIsLeft() {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
        Eventually.meterIs(server(), "weir.downloads.waiting", 0);
    }
}
