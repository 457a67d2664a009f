package dev.weir.perf.clients;

import dev.weir.perf.control.Tool;
import dev.weir.perf.server.OwnedProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Browsers driven by chromedriver over W3C WebDriver: plain HTTP with JSON, of which five requests are enough. */
final class WebDriver implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OK = 200;

    private final OwnedProcess process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI base;

    private WebDriver(OwnedProcess process, int port) {
        this.process = process;
        base = URI.create("http://127.0.0.1:" + port);
    }

    static WebDriver start(Tool chromedriver, Path log) throws IOException, InterruptedException {
        int port = OwnedProcess.freePort();
        List<String> command = List.of(chromedriver.executable().toString(), "--port=" + port);
        WebDriver driver = new WebDriver(OwnedProcess.start(command, log), port);
        try {
            driver.process.await(driver::isReady, PATIENCE);
            return driver;
        } catch (IOException | InterruptedException e) {
            driver.close();
            throw e;
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return send("GET", "/status", Map.of()).at("/value/ready").asBoolean();
        } catch (IOException e) {
            return false;
        }
    }

    /** A window of a browser of its own. */
    final class Window implements AutoCloseable {
        private final String path;

        /** Opens it; what it downloads goes to the folder, unasked. */
        Window(Path downloads) throws IOException, InterruptedException {
            List<String> arguments = new ArrayList<>(List.of("--headless=new", "--disable-dev-shm-usage"));
            if ("root".equals(System.getProperty("user.name"))) {
                arguments.add("--no-sandbox"); // Chromium starts for root in no other way.
            }
            Map<String, Object> options =
                    Map.of("args", arguments, "prefs", Map.of("download.default_directory", downloads.toString()));
            JsonNode session = send(
                    "POST",
                    "/session",
                    Map.of("capabilities", Map.of("alwaysMatch", Map.of("goog:chromeOptions", options))));
            path = "/session/" + session.at("/value/sessionId").asString();
        }

        void open(String url) throws IOException, InterruptedException {
            var _ = send("POST", path + "/url", Map.of("url", url));
        }

        /** What the page's script returns. */
        JsonNode run(String script) throws IOException, InterruptedException {
            return send("POST", path + "/execute/sync", Map.of("script", script, "args", List.of()))
                    .path("value");
        }

        @Override
        public void close() throws IOException {
            try {
                var _ = send("DELETE", path, Map.of());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // The driver's end is also the browser's.
            }
        }
    }

    private JsonNode send(String method, String path, Map<String, Object> body)
            throws IOException, InterruptedException {
        HttpRequest.BodyPublisher publisher = method.equals("POST")
                ? HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))
                : HttpRequest.BodyPublishers.noBody();
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(PATIENCE)
                .method(method, publisher)
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode answer = JSON.readTree(response.body());
        if (response.statusCode() != OK) {
            throw new IOException("chromedriver: "
                    + answer.at("/value/message").asString().lines().findFirst().orElse(""));
        }
        return answer;
    }

    @Override
    public void close() {
        http.close();
        process.close();
    }
}
