package dev.weir.watch.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.EventLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageServerTest {
    private final EventLog log = new EventLog("test", 3, 1 << 20);
    private final ConcurrentLinkedQueue<String> carriedOut = new ConcurrentLinkedQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private PageServer server;

    @BeforeEach
    void start() throws IOException {
        server = new PageServer(0, PageKind.LIVE, log);
        server.start(Map.of("/say", body -> {
            if (!body.has("word")) {
                throw new RefusedOrderException("no word");
            }
            carriedOut.add(body.path("word").asString());
        }));
    }

    @AfterEach
    void stop() {
        server.close();
        client.shutdownNow();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = request(path)
                .header("Origin", "http://127.0.0.1:" + server.port())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/live.js", "/run.js", "/page.js", "/page.css", "/uPlot.js", "/uPlot.css"})
    void servesItsFilesWithAPolicy(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isNotEmpty();
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy).startsWith("default-src 'none'").doesNotContain("unsafe", "http"));
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /say     | {"word":"yes"}  | 204 |
            /say     | {}              | 409 | no word
            /say     | {               | 400 | not JSON
            /nothing | {"word":"yes"}  | 404 |
            """)
    void carriesOutOrders(String path, String body, int status, String said) throws IOException, InterruptedException {
        HttpResponse<String> answer = post(path, body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(said == null ? "" : said);
        assertThat(carriedOut).hasSize(status == 204 ? 1 : 0);
    }

    @Test
    void refusesAnOrderThatIsTooLong() throws IOException, InterruptedException {
        assertThat(post("/say", "{\"word\":\"" + "x".repeat(5_000) + "\"}").statusCode())
                .isEqualTo(413);
        assertThat(carriedOut).isEmpty();
    }

    @Test
    void refusesOrdersOfOtherSites() throws IOException, InterruptedException {
        HttpRequest foreign = request("/say")
                .header("Origin", "http://example.org")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"word\":\"no\"}"))
                .build();
        assertThat(client.send(foreign, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(403);
        assertThat(carriedOut).isEmpty();
    }

    @Test
    void streamsKeptEventsAndThenNewOnes() throws IOException, InterruptedException {
        log.append("a", "sample", "1");
        log.append("a", "sample", "2");
        try (BufferedReader lines = stream()) {
            assertThat(data(lines)).isEqualTo("1");
            assertThat(data(lines)).isEqualTo("2");
            log.append("a", "sample", "3");
            assertThat(data(lines)).isEqualTo("3");
        }
    }

    @Test
    void aStreamThatComesBackGetsTheEventsItHasMissed() throws IOException, InterruptedException {
        log.append("a", "sample", "1");
        String seen = log.append("a", "sample", "2");
        log.append("a", "sample", "3");
        try (BufferedReader lines = stream("Last-Event-ID", seen)) {
            assertThat(data(lines)).isEqualTo("3");
        }
    }

    /** Only 16 streams may be open at once. After clients have left, a new stream must be accepted. */
    @Test
    void refusesMoreStreamsThanItHasPlaces() throws IOException, InterruptedException {
        List<BufferedReader> open = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            open.add(stream());
        }
        HttpRequest next = request("/events").build();
        assertThat(client.send(next, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(503);
        for (BufferedReader one : open) {
            one.close();
        }
        int status = 503;
        for (int i = 0; status == 503; i++) {
            log.append("a", "sample", Integer.toString(i)); // a write finds that the client has left
            HttpResponse<InputStream> again = client.send(next, HttpResponse.BodyHandlers.ofInputStream());
            status = again.statusCode();
            again.body().close();
        }
        assertThat(status).isEqualTo(200);
    }

    private BufferedReader stream(String... field) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/events");
        if (field.length > 0) {
            request.headers(field);
        }
        HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    private static String data(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.startsWith("data: ")) {
            line = lines.readLine();
        }
        return line == null ? "the stream has ended" : line.substring("data: ".length());
    }
}
