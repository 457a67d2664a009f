package dev.weir.perf.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.server.OwnedProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the server that sleeps in each request instead of waiting for an event. */
class SleepingServerTest {
    private static final int REQUESTS = 20;
    /** Tomcat's logger. Without this field, the garbage collector could remove the logger and its level. */
    private static final Logger LOG = Logger.getLogger("org.apache");

    @TempDir
    private Path files = Path.of("");

    private final List<Long> sleeps = new CopyOnWriteArrayList<>();
    private final Tomcat tomcat = new Tomcat();
    private final HttpClient client = HttpClient.newHttpClient();
    private URI server = URI.create("");

    @BeforeAll
    static void hush() {
        LOG.setLevel(Level.SEVERE);
    }

    private void start(StockTomcat.Sleeper sleeper, String... more) throws Exception {
        int port = OwnedProcess.freePort();
        server = URI.create("http://127.0.0.1:" + port);
        Files.writeString(files.resolve("a.txt"), "0123456789");
        Stream<String> usual = Stream.of(
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--management.server.port=" + OwnedProcess.freePort(),
                "--server.tomcat.threads.max=10",
                "--server.tomcat.max-connections=100",
                "--server.tomcat.max-keep-alive-requests=-1",
                "--server.tomcat.keep-alive-timeout=10m",
                "--weir.files.root=" + files);
        StockTomcat.start(
                tomcat,
                StockTomcat.SleepingServer.application(sleeper),
                Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        tomcat.stop();
        tomcat.destroy();
    }

    /** Each option must choose the kind of thread that sleeps. Otherwise scenario S9s would compare equal servers. */
    @ParameterizedTest
    @CsvSource({
        "'', a pool's thread without a monitor",
        "--weir.model=virtual, a virtual thread without a monitor",
        "--weir.model=virtual --weir.sleep=synchronized, a virtual thread with a monitor"
    })
    void sleepsInTheThreadThatItsOptionsSay(String options, String thread) throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        start(
                _ -> threads.add((Thread.currentThread().isVirtual() ? "a virtual thread" : "a pool's thread")
                        + (Thread.holdsLock(Thread.currentThread()) ? " with a monitor" : " without a monitor")),
                options.isEmpty() ? new String[0] : options.split(" ", -1));
        var _ = client.send(
                HttpRequest.newBuilder(server.resolve("/events/next")).build(), BodyHandlers.discarding());
        assertThat(threads).containsExactly(thread);
    }

    @Test
    void eachRequestSleepsAsLongAsItWouldWaitForTheNextEvent() throws Exception {
        start(sleeps::add);
        for (int request = 0; request < REQUESTS; request++) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(server.resolve("/events/next")).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("Request processed");
        }
        assertThat(sleeps).hasSize(REQUESTS).allMatch(millis -> millis >= 0 && millis < 2_000);
        assertThat(sleeps.stream().distinct()).hasSizeGreaterThan(1);
    }

    @Test
    void itServesTheFilesThatEverybodyIsAskedFor() throws Exception {
        start(sleeps::add);
        HttpResponse<String> part = client.send(
                HttpRequest.newBuilder(server.resolve("/files/a.txt"))
                        .header("Range", "bytes=2-4")
                        .build(),
                BodyHandlers.ofString());
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("234");
        assertThat(client.send(
                                HttpRequest.newBuilder(server.resolve("/files/b.txt"))
                                        .build(),
                                BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(404);
    }
}
