package dev.weir.watch.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.events.EventLog;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Serves the page and its event streams on 127.0.0.1, and carries out the page's {@link Order orders}. Thread-safe. */
public final class PageServer implements AutoCloseable {
    private static final int MOST_BODY = 4 << 10;
    private static final int MOST_CONNECTIONS = 64;
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static {
        // The JDK's server reads these once. It has no other way to bound its connections and slow requests.
        System.setProperty("jdk.httpserver.maxConnections", Integer.toString(MOST_CONNECTIONS));
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Asset> assets;
    private final EventStreams streams;
    private volatile Map<String, Order> orders = Map.of();

    /**
     * Opens the port. Connections wait until {@link #start}.
     *
     * @param port the TCP port; 0 for any free port
     * @throws BindException if the port is in use
     */
    public PageServer(int port, PageKind page, EventLog log) throws IOException {
        assets = Asset.all(page);
        streams = new EventStreams(log);
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /**
     * Begins to answer requests.
     *
     * @param all the action for a POST request, by the path of the request
     */
    public void start(Map<String, Order> all) {
        orders = all;
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers fields = exchange.getRequestHeaders();
            int status = RequestGuard.status(
                    exchange.getRequestMethod(),
                    fields.getFirst("Host"),
                    fields.getFirst("Origin"),
                    fields.getFirst("Content-Type"));
            secure(exchange.getResponseHeaders());
            if (status != RequestGuard.ADMITTED) {
                answer(exchange, status, null);
            } else if (exchange.getRequestMethod().equals("POST")) {
                order(exchange);
            } else {
                get(exchange);
            }
        }
    }

    private static void secure(Headers fields) {
        fields.set("Content-Security-Policy", POLICY);
        fields.set("X-Content-Type-Options", "nosniff");
        fields.set("Referrer-Policy", "no-referrer");
        fields.set("Cross-Origin-Resource-Policy", "same-origin");
        fields.set("Cache-Control", "no-store");
    }

    private void get(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Asset asset = assets.get(path);
        if (path.equals("/events")) {
            streams.serve(exchange);
        } else if (asset == null) {
            answer(exchange, 404, null);
        } else {
            exchange.getResponseHeaders().set("Content-Type", asset.type());
            exchange.sendResponseHeaders(200, asset.bytes().length);
            exchange.getResponseBody().write(asset.bytes());
        }
    }

    private void order(HttpExchange exchange) throws IOException {
        Order order = orders.get(exchange.getRequestURI().getPath());
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
        if (order == null) {
            answer(exchange, 404, null);
        } else if (body.length > MOST_BODY) {
            answer(exchange, 413, null);
        } else {
            carryOut(exchange, order, body);
        }
    }

    private static void carryOut(HttpExchange exchange, Order order, byte[] body) throws IOException {
        try {
            JsonNode json = JsonMapper.shared().readTree(body);
            order.carryOut(json);
            answer(exchange, 204, null);
        } catch (JacksonException e) {
            answer(exchange, 400, "not JSON");
        } catch (RefusedOrderException e) {
            answer(exchange, 409, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer(exchange, 503, "the program ends");
        }
    }

    private static void answer(HttpExchange exchange, int status, @Nullable String text) throws IOException {
        if (text == null) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain;charset=UTF-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Ends all streams and connections. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
