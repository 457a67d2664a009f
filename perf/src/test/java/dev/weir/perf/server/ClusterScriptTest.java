package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the script of {@code ./weir cluster}. Needs the servers' jars, which {@code ./mvnw verify} builds first. */
class ClusterScriptTest {
    private static final Path SCRIPT = Path.of("..", ".mvn", "cluster.sh");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private Path temporary;
    private int port;

    @BeforeEach
    void place() throws IOException {
        temporary = Files.createDirectory(folder.resolve("tmp"));
        port = port();
    }

    /** Returns a free port for a cluster of two nodes. The ports that the script derives from it are free, too. */
    private static int port() throws IOException {
        int port = OwnedProcess.freePort();
        return IntStream.of(1, 2, 999, 1001, 1002).allMatch(more -> isFree(port + more)) ? port : port();
    }

    private static boolean isFree(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private OwnedProcess start(String... more) throws IOException {
        List<String> command = Stream.concat(
                        Stream.of("env", "TMPDIR=" + temporary, SCRIPT.toString(), "--port", "" + port),
                        Stream.of(more))
                .toList();
        return OwnedProcess.start(command, folder.resolve("log"));
    }

    @Test
    void nodesServeAtOneAddressUntilTheyAreEndedOrItSaysThatNginxIsAbsent() throws Exception {
        try (OwnedProcess cluster = start("--nodes", "reactive,servlet");
                HttpClient client = HttpClient.newHttpClient()) {
            if (Nginx.installed().isEmpty()) {
                assertThatThrownBy(() -> await(cluster, "Ctrl-C ends it")).hasMessageContaining("nginx");
                return;
            }
            await(cluster, "Ctrl-C ends it");
            assertThat(log()).startsWith("starting Redis and the nodes reactive, servlet\n");
            List<ProcessHandle> family = cluster.family();
            assertThat(family).allMatch(ProcessHandle::isAlive);

            try (BufferedReader stream = new BufferedReader(new InputStreamReader(
                    client.send(request("/events").build(), HttpResponse.BodyHandlers.ofInputStream())
                            .body(),
                    StandardCharsets.UTF_8))) {
                assertThat(stream.readLine()).startsWith("id: ");
                HttpRequest publish = request("/events")
                        .header("Authorization", "Bearer " + found("Bearer (\\w+)"))
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString("hello"))
                        .build();
                assertThat(client.send(publish, HttpResponse.BodyHandlers.discarding())
                                .statusCode())
                        .isEqualTo(201);
                assertThat(stream.lines().limit(9).anyMatch("data: hello"::equals))
                        .isTrue();
            }

            ProcessHandle.of(Long.parseLong(found("node-1 .* process (\\d+)")))
                    .orElseThrow()
                    .destroyForcibly();
            await(cluster, "node-1 has ended");
            for (int i = 0; i < 4; i++) {
                assertThat(client.send(request("/files").build(), HttpResponse.BodyHandlers.discarding())
                                .statusCode())
                        .isEqualTo(200);
            }

            assertThat(cluster.terminate(PATIENCE)).isPresent();
            assertThat(family).noneMatch(ProcessHandle::isAlive);
            assertThat(temporary).isEmptyDirectory();
        }
    }

    @Test
    void aNodeThatDoesNotStartEndsAll() throws Exception {
        try (OwnedProcess cluster = start("--nodes=servlet", "--weir.model=none")) {
            assertThatThrownBy(() -> await(cluster, "Ctrl-C ends it")).hasMessageContaining("ended with 1:");
            assertThat(temporary).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @CsvSource({"--nodes=tomcat,--nodes", "--port=none,--port", "nonsense,nonsense"})
    void aBadArgumentIsToldInOneLine(String argument, String named) throws Exception {
        try (OwnedProcess cluster = start(argument)) {
            assertThatThrownBy(() -> await(cluster, "Ctrl-C ends it")).hasMessageContainingAll("ended with 2", named);
            assertThat(Files.readAllLines(folder.resolve("log"))).hasSize(1);
        }
    }

    @Test
    void aMissingProgramIsToldInOneLine() throws Exception {
        try (OwnedProcess cluster = OwnedProcess.start(
                List.of("/usr/bin/env", "PATH=" + temporary, "/bin/bash", SCRIPT.toString()), folder.resolve("log"))) {
            assertThatThrownBy(() -> await(cluster, "Ctrl-C ends it"))
                    .hasMessageContainingAll("ended with 127", "redis-server or valkey-server", "apt-get install");
            assertThat(Files.readAllLines(folder.resolve("log"))).hasSize(1);
        }
    }

    private void await(OwnedProcess cluster, String said) throws IOException, InterruptedException {
        cluster.await(() -> log().contains(said), PATIENCE);
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String found(String regex) {
        Matcher matcher = Pattern.compile(regex).matcher(log());
        assertThat(matcher.find()).as(regex).isTrue();
        return matcher.group(1);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .version(HttpClient.Version.HTTP_1_1);
    }
}
