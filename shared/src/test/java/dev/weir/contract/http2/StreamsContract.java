package dev.weir.contract.http2;

import static dev.weir.contract.server.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.StalledServer;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import okhttp3.internal.http2.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests downloads and other requests on the streams of one HTTP/2 connection (D01, D10, D11, D15, T03, T05, X05). */
public interface StreamsContract extends LateFramesContract {
    String SLOW_CLIENT = "X-API-Key: " + SuiteSettings.SLOW_KEY;
    String FEW_CLIENT = "X-API-Key: " + SuiteSettings.FEW_KEY;
    String PUBLISHER = "X-API-Key: " + SuiteSettings.PUBLISHER_KEY;

    /**
     * A client resets a stream. The download must end. The connection must stay open, because a few resets are no
     * attack. If this fails, check which code notices the reset.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5_000, 300_000})
    default void d11_aStreamThatItsClientResetsIsNoticed(int read) {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            for (String client : new String[] {SLOW_CLIENT, FEW_CLIENT}) {
                Http2Stream stream = connection.open("GET", "/files/large.bin", client);
                stream.head().assertStatus(200);
                int some = client.equals(FEW_CLIENT) ? read : Math.min(read, 1);
                assertThat(stream.some(some)).hasSize(some);
                stream.cancel();
                everyDownloadHasEnded();
                assertThat(connection.open("GET", "/files/text.txt").rest(0).text())
                        .isEqualTo(TEXT);
            }
        }
    }

    /** All streams of a connection belong to one client. Its plan allows two downloads, so a third must be refused. */
    @Test
    default void d15_streamsOfAConnectionAreDownloadsOfOneClient() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            connection.open(0, 1024 * 1024); // enough for the third answer, too
            Http2Stream one = connection.open("GET", "/files/large.bin", FEW_CLIENT);
            Http2Stream other = connection.open("GET", "/files/large.bin", FEW_CLIENT);
            one.head().assertStatus(200);
            other.head().assertStatus(200);
            connection.open("GET", "/files/text.txt", FEW_CLIENT).rest(0).assertRefusedWith(Problem.TOO_MANY_DOWNLOADS);
            one.cancel();
            Eventually.meterIs(server(), "weir.downloads.active", 1);
            assertThat(connection
                            .open("GET", "/files/text.txt", FEW_CLIENT)
                            .rest(0)
                            .text())
                    .isEqualTo(TEXT);
            other.cancel();
            everyDownloadHasEnded();
        }
    }

    /**
     * The streams must share the client's rate evenly. The throttle grants 4 KiB at a time. No stream may be more than
     * 12 KiB ahead of another.
     */
    @Test
    default void t03_streamsOfAConnectionShareTheClientsRate() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            List<Http2Stream> streams = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                streams.add(connection.open("GET", "/files/large.bin", SLOW_CLIENT));
            }
            streams.forEach(stream -> stream.head().assertStatus(200));
            while (streams.stream().anyMatch(stream -> stream.came() < 3 * 4_096)) {
                assertThat(connection.readOrEnd()).isTrue();
                long most = streams.stream().mapToLong(Http2Stream::came).max().orElseThrow();
                long least = streams.stream().mapToLong(Http2Stream::came).min().orElseThrow();
                assertThat(most - least).as("bytes ahead").isLessThanOrEqualTo(3 * 4_096);
            }
            streams.forEach(Http2Stream::cancel);
            everyDownloadHasEnded();
        }
    }

    /**
     * After a GOAWAY from the client, Tomcat closes the connection, and Reactor Netty signals completion to the open
     * streams. In both cases, an incomplete answer must not end like a complete one.
     */
    @Test
    default void d10_anAnswerThatAGoAwayOfTheClientEndsIsBrokenOff() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.open("GET", "/files/data.bin");
            stream.head().assertStatus(200);
            connection.output().goAway();
            byte[] body = stream.rest(0).body();
            assertThat(body).isEqualTo(Arrays.copyOf(server().files().data(), body.length));
            assertThat(stream.isWhole())
                    .isEqualTo(body.length == server().files().data().length);
        }
    }

    /** The file changes while bytes wait for the HTTP/2 window. The server must check the file before each write. */
    @Test
    default void d10_aFileThatIsChangedInTheMiddleOfAGrantGivesNoOtherBytes() throws IOException {
        byte[] data = new byte[3 * Http2Connection.WINDOW];
        Path file = Files.write(server().files().root().resolve("changes.bin"), data);
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.open("GET", "/files/changes.bin");
            stream.head().assertStatus(200);
            while (stream.came() < Http2Connection.WINDOW) {
                assertThat(connection.readOrEnd()).isTrue();
            }
            Files.writeString(file, "x".repeat(data.length), StandardOpenOption.WRITE); // in place
            assertThat(file.toFile().setLastModified(0)).isTrue();
            connection.open(0, data.length);
            stream.open(data.length);
            byte[] body = stream.rest(0).body();
            assertThat(body).isEqualTo(Arrays.copyOf(data, body.length));
        }
    }

    /**
     * If this fails, check that the server announces its limit on streams. It must refuse a stream over the limit with
     * REFUSED_STREAM, so that the client may retry.
     */
    @Test
    default void x05_streamsOfAConnectionAreBounded() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            int most = connection.settings().getMaxConcurrentStreams();
            assertThat(most).isBetween(1, 1_000);
            List<Http2Stream> streams = new ArrayList<>();
            for (int i = 0; i <= most; i++) { // the server waits for the content of each
                streams.add(connection.begin(
                        "POST", "/events", PUBLISHER, "Content-Type: text/plain", "Content-Length: 1"));
            }
            Http2Stream last = streams.getLast();
            while (!last.isOver()) {
                assertThat(connection.readOrEnd()).isTrue();
            }
            assertThat(last.broken()).isEqualTo(ErrorCode.REFUSED_STREAM);
            connection.reset(); // the server may end the connection because of so many resets
        }
    }

    /** If this fails, check which code ends a stream whose answer is complete while its request is not. */
    @Test
    default void x02_aBodyThatNobodyWantsHoldsNoStream() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            int most = connection.settings().getMaxConcurrentStreams();
            for (int i = 0; i <= most; i++) {
                Http2Stream stream = connection.begin("POST", "/nothing", "Content-Length: 9");
                stream.rest(0).assertStatus(404);
            }
        }
    }

    @Test
    default void d11_aConnectionThatEndsEndsAllItsStreams() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            for (int i = 0; i < 8; i++) {
                connection.open("GET", "/files/large.bin").head().assertStatus(200);
            }
            assertThat(server().meter("weir.downloads.active")).isEqualTo(8);
        }
        everyDownloadHasEnded();
    }

    /** If this fails, check whether code that waits for the window of one stream blocks the whole connection. */
    @Test
    default void t05_aStreamThatIsNotReadHoldsUpNoOther() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            connection.open(0, 16 * 1024 * 1024); // so that only the windows of the streams are small
            List<Http2Stream> stalled = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Http2Stream stream = connection.open("GET", "/files/large.bin");
                stream.head().assertStatus(200);
                stalled.add(stream);
            }
            while (stalled.stream().anyMatch(stream -> stream.came() < Http2Connection.WINDOW)) {
                assertThat(connection.readOrEnd()).isTrue();
            }
            StalledServer.awaitOn(server());
            for (int i = 0; i < 3; i++) {
                assertThat(connection.open("GET", "/files/data.bin").rest(0).body())
                        .isEqualTo(server().files().data());
            }
            assertThat(stalled).allSatisfy(stream -> assertThat(stream.broken()).isNull());
            assertThat(stalled).allSatisfy(stream -> assertThat(stream.came()).isEqualTo(Http2Connection.WINDOW));
            stalled.forEach(Http2Stream::cancel);
            everyDownloadHasEnded();
        }
    }
}
