package dev.weir.contract.http2;

import static dev.weir.contract.server.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.StalledServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests downloads that wait for the flow-control windows of HTTP/2 (rules D01, D10, T05, T08). */
public interface FlowContract extends SharedWindowContract {
    /**
     * A file arrives completely, whatever the size of the flow-control window in bytes. If the answer is too short,
     * check which code ends an answer that waits for its window.
     */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 4_097, 16_384, 65_535, 1_000_000})
    default void d01_theFileComesWholeThroughAWindowOf(int window) {
        try (Http2Connection connection = server().connectOfHttp2(window)) {
            for (int i = 0; i < 3; i++) {
                Http2Stream stream = connection.open("GET", "/files/data.bin");
                assertThat(stream.rest(0).body()).isEqualTo(server().files().data());
                assertThat(stream.isWhole()).isTrue();
            }
        }
    }

    /**
     * A server may treat a window of a few bytes as an attack, and close the connection before the whole file is sent.
     * But it must not end an incomplete answer as if the answer were complete.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    default void d01_throughAWindowOfAFewBytesTheFileComesWholeOrIsBrokenOff(int window) {
        try (Http2Connection connection = server().connectOfHttp2(window)) {
            Http2Stream stream = connection.open("GET", "/files/data.bin", "Range: bytes=0-2999");
            byte[] body = stream.rest(0).body();
            assertThat(body).isEqualTo(Arrays.copyOf(server().files().data(), body.length));
            assertThat(stream.isWhole()).isEqualTo(body.length == 3_000);
            assertThat(body.length).isGreaterThanOrEqualTo(Math.min(window * 20, 3_000));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    default void d01_theFileComesWholeThroughAWindowThatOpensByAnyNumber(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] data = server().files().data();
        try (Http2Connection connection = server().connectOfHttp2(0)) {
            Http2Stream stream = connection.open("GET", "/files/data.bin");
            assertThat(stream.head().field("Content-Length")).isEqualTo("" + data.length);
            int at = 0;
            while (at < data.length) {
                int opened = Math.min(random.nextInt(1, 40_000), data.length - at);
                stream.open(opened);
                assertThat(stream.some(opened)).isEqualTo(Arrays.copyOfRange(data, at, at + opened));
                at += opened;
            }
            assertThat(stream.some(1)).isEmpty();
            assertThat(stream.isWhole()).isTrue();
        }
    }

    /** If this fails, check that the server does not complete a request while bytes of its answer wait in a buffer. */
    @Test
    default void p01_aLongAnswerWaitsForTheWindow() {
        String events = String.join(",", Collections.nCopies(100, "{\"data\":\"a\"}"));
        byte[] batch = ("[" + events + "]").getBytes(StandardCharsets.US_ASCII);
        try (Http2Connection connection = server().connectOfHttp2(0)) {
            Http2Stream stream = connection.begin(
                    "POST",
                    "/events?topic=long",
                    SlowRequestContract.PUBLISHER,
                    "Content-Type: application/json",
                    "Content-Length: " + batch.length);
            stream.send(batch, true);
            int length = Integer.parseInt(String.valueOf(stream.head().field("Content-Length")));
            assertThat(length).isGreaterThan(1_024);
            connection.ping();
            stream.open(length);
            assertThat(stream.rest(0).body()).hasSize(length);
            assertThat(stream.isWhole()).isTrue();
        }
    }

    /**
     * If this fails, check that the server asks the throttle for bytes only while both windows are open: the window of
     * the stream and the window of the connection.
     */
    @Test
    default void t05_behindAClosedWindowNothingIsAskedFor() {
        double before = server().meter("weir.throttle.granted");
        try (Http2Connection connection = server().connectOfHttp2(0)) {
            Http2Stream stream = connection.open("GET", "/files/large.bin");
            stream.head().assertStatus(200);
            StalledServer.awaitOn(server());
            assertThat(server().meter("weir.throttle.granted") - before)
                    .isLessThanOrEqualTo(mostGrantedBehindAWindow());
            assertThat(server().meter("weir.downloads.active")).isEqualTo(1);
            stream.cancel();
            everyDownloadHasEnded();
        }
    }

    /** Returns the most bytes that the throttle may grant to a client while the client's window is closed. */
    default double mostGrantedBehindAWindow() {
        return 512 * 1024;
    }

    @Test
    default void t08_aResetStreamGivesTheRestOfItsGrantBack() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.open("GET", "/files/large.bin");
            stream.head();
            StalledServer.awaitOn(server());
            stream.cancel();
            everyDownloadHasEnded();
        }
        Eventually.is(
                "granted = written + given back",
                () -> granted() - server().meter("weir.throttle.given-back")
                        == server().meter("weir.downloads.written"));
    }

    private double granted() {
        return server().meter("weir.throttle.granted");
    }

    @Test
    default void d10_aFileThatIsTruncatedMeanwhileResetsItsStreamAlone() throws IOException {
        Path file = Files.write(
                server().files().root().resolve("shrinks.bin"), server().files().data());
        try (Http2Connection connection = server().connectOfHttp2(1_000)) {
            Http2Stream stream = connection.open("GET", "/files/shrinks.bin");
            stream.head().assertStatus(200);
            try (RandomAccessFile shrinking = new RandomAccessFile(file.toFile(), "rw")) {
                shrinking.setLength(500_000);
            }
            byte[] body = stream.rest(0).body();
            assertThat(body).isEqualTo(Arrays.copyOf(server().files().data(), body.length));
            assertThat(body.length).isLessThanOrEqualTo(500_000);
            assertThat(stream.isWhole()).isFalse();
            assertThat(connection.open("GET", "/files/text.txt").rest(0).text()).isEqualTo(TEXT);
        }
    }
}
