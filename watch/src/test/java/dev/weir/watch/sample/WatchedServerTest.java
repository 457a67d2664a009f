package dev.weir.watch.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.watch.sample.ServerSample.State;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests {@link WatchedServer} with an actuator that the test simulates, and a clock that the test moves. */
class WatchedServerTest {
    private static final String METRICS = """
            weir_downloads_written_bytes_total 1000.0
            weir_downloads_active 1
            weir_soap_calls_total{outcome="answered"} %d
            weir_soap_calls_total{outcome="overloaded"} %d
            weir_requests_refused_total{reason="too-many-downloads"} 3.0
            """;
    private static final String INFO = "{\"weir\":{\"model\":\"async\",\"style\":\"idiomatic\"}}";

    /** The answers of the simulated actuator, by the last segment of the request's path. */
    private final Map<String, String> answers = new ConcurrentHashMap<>(Map.of(
            "prometheus",
            METRICS.formatted(0, 0),
            "weir.downloads.written",
            "{\"measurements\":[{\"statistic\":\"COUNT\",\"value\":1.5E3}]}",
            "weir",
            "{\"global\":{\"rate\":5},\"plans\":{\"default\":{\"rate\":7}}}",
            "info",
            INFO));

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private HttpServer actuator;
    private long nowNanos = -7; // System.nanoTime() may be negative
    private boolean isStarting;
    private WatchedServer server;

    @BeforeEach
    void start() throws IOException {
        actuator = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        actuator.createContext("/actuator/", this::answer);
        actuator.start();
        server = new WatchedServer(
                "",
                URI.create("http://127.0.0.1:" + actuator.getAddress().getPort()),
                () -> isStarting,
                () -> nowNanos);
    }

    @AfterEach
    void stop() {
        server.close();
        actuator.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String name = path.substring(path.lastIndexOf('/') + 1);
            asked.add(exchange.getRequestMethod() + " " + name);
            String text = answers.getOrDefault(name, "");
            if (name.equals("prometheus")) {
                text = included(text, exchange.getRequestURI().getQuery());
            }
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            if (exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(204, -1);
            } else {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    /** Returns the metrics that the query names. The query's names lack the suffix {@code _total} of the metrics. */
    private static String included(String metrics, String query) {
        List<String> names = List.of(query.substring("includedNames=".length()).split(",", -1));
        return metrics.lines()
                .filter(line -> names.contains(line.split("[{ ]", 2)[0].replaceFirst("_total$", "")))
                .collect(Collectors.joining("\n"));
    }

    private ServerSample read() throws InterruptedException {
        server.read();
        return server.now();
    }

    private void later(Duration time) {
        nowNanos += time.toNanos();
    }

    @Test
    void takesItsNameFromTheModel() throws InterruptedException {
        ServerSample sample = read();
        assertThat(sample.state()).isEqualTo(State.UP);
        assertThat(sample.name()).startsWith("async-idiomatic :");
        assertThat(sample.rates()).isEqualTo(Map.of("global", 5L, "default", 7L));
        assertThat(sample.refused()).isEqualTo(Map.of("too-many-downloads", 3L));
    }

    /** Figures that change slowly must be requested less often, because each request costs the server CPU time. */
    @Test
    void asksSeldomForFiguresThatChangeSlowly() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            read();
        }
        assertThat(asked).hasSize(20 + 2 + 1);
        assertThat(asked.stream().filter("GET prometheus"::equals)).hasSize(10);
        assertThat(asked.stream().filter("GET weir.downloads.written"::equals)).hasSize(10);
        assertThat(asked.stream().filter("GET weir"::equals)).hasSize(2);
    }

    @Test
    void asksAnIdleServerOnceASecond() throws InterruptedException {
        answers.put("prometheus", "weir_downloads_active 0.0");
        for (int i = 0; i < 20; i++) {
            assertThat(read().state()).isEqualTo(State.UP);
        }
        assertThat(asked).doesNotContain("GET weir.downloads.written");
        assertThat(asked.stream().filter("GET prometheus"::equals)).hasSize(10);
    }

    @Test
    void asksForTheLimitsAfterAChange() throws IOException, InterruptedException {
        read();
        server.limit("default", 9);
        answers.put("weir", "{\"global\":{\"rate\":5},\"plans\":{\"default\":{\"rate\":9}}}");
        assertThat(read().rates()).containsEntry("default", 9L);
    }

    @Test
    void showsTheRateOfTheWrittenBytesTwiceASecond() throws InterruptedException {
        assertThat(read().figures()).doesNotContainKey("bytes");
        assertThat(read().figures().get("bytes")).isPositive();
    }

    /** Only calls with the outcome {@code answered} may count as answered. All other calls must count as failed. */
    @Test
    void countsSoapCallsByOutcome() throws InterruptedException {
        read();
        read();
        answers.put("prometheus", METRICS.formatted(0, 4));
        ServerSample sample = read();
        assertThat(sample.figures()).containsEntry("calls", 0.0);
        assertThat(sample.figures().get("failedCalls")).isPositive();
        answers.put("prometheus", METRICS.formatted(4, 4));
        read();
        sample = read();
        assertThat(sample.figures()).containsEntry("failedCalls", 0.0);
        assertThat(sample.figures().get("calls")).isPositive();
    }

    @Test
    void dropsTheFiguresOfAServerThatDoesNotAnswer() throws InterruptedException {
        read();
        later(Duration.ofMillis(1_500));
        assertThat(server.now().state()).isEqualTo(State.UP);
        later(Duration.ofMillis(500));
        ServerSample silent = server.now();
        assertThat(silent.state()).isEqualTo(State.SILENT);
        assertThat(silent.figures()).isEqualTo(Map.of("silent", 2.0));
        assertThat(silent.refused()).isEmpty();
        assertThat(read().state()).isEqualTo(State.UP);
    }

    /** If the kernel refuses the connection to a server that was up, the server must be shown as gone. */
    @Test
    void isGoneWhenNobodyListens() throws InterruptedException {
        read();
        actuator.stop(0);
        assertThat(read().state()).isEqualTo(State.GONE);
    }

    @Test
    void isGoneWhenItEndsWhileItStarts() throws InterruptedException {
        actuator.stop(0);
        isStarting = true;
        assertThat(read().state()).isEqualTo(State.STARTING);
        isStarting = false;
        assertThat(read().state()).isEqualTo(State.GONE);
        isStarting = true;
        server.expect();
        assertThat(List.of(server.now().state(), read().state())).containsOnly(State.STARTING);
    }

    @Test
    void isGoneWhenItDoesNotStartForTwoMinutes() throws InterruptedException {
        actuator.stop(0);
        isStarting = true;
        later(Duration.ofSeconds(119));
        assertThat(read().state()).isEqualTo(State.STARTING);
        later(Duration.ofSeconds(2));
        assertThat(read().state()).isEqualTo(State.GONE);
    }

    /** If another program answers on the server's port, the server must be shown as gone. */
    @Test
    void isGoneWhenTheAnswerIsNotThatOfAWeir() throws InterruptedException {
        read();
        answers.put("weir.downloads.written", "<html>");
        assertThat(read().state()).isEqualTo(State.GONE);
    }
}
