package dev.weir.example;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file server on Vert.x with a rate limit for each client. A client is an IP address, and all its downloads share its
 * rate. One event loop handles all requests. {@link #find} runs on a worker thread. The server supports single byte
 * ranges, but no validators such as ETag, and no problem documents (RFC 9457).
 */
public final class VertxServer {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-(\\d{0,18})");
    private static final String FILES = "/files/";
    private static final int LARGEST_CHUNK = 256 * 1024;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Map<String, Client> clients = new HashMap<>();
    private final Path root;
    private final long rate;
    private final long chunkNanos;

    private VertxServer(Path root, long rate, long chunkNanos) {
        this.root = root;
        this.rate = rate;
        this.chunkNanos = chunkNanos;
    }

    /** Starts the server. Arguments: PORT FOLDER RATE CHUNK_MILLIS. RATE is in bytes per second; 0 means no limit. */
    public static void main(String[] arguments) throws IOException {
        long chunkNanos = Long.parseLong(arguments[3]) * 1_000_000;
        VertxServer server =
                new VertxServer(Path.of(arguments[1]).toRealPath(), Long.parseLong(arguments[2]), chunkNanos);
        server.vertx
                .createHttpServer()
                .requestHandler(server::answer)
                .listen(Integer.parseInt(arguments[0]), "127.0.0.1")
                .onFailure(failure -> {
                    System.err.println("cannot listen: " + failure.getMessage());
                    System.exit(1);
                });
    }

    private void answer(HttpServerRequest request) {
        String path = request.path();
        if (path == null || !List.of(HttpMethod.GET, HttpMethod.HEAD).contains(request.method())) {
            var _ = request.response()
                    .setStatusCode(405)
                    .putHeader("Allow", "GET, HEAD")
                    .end();
            return;
        }
        var _ = vertx.executeBlocking(() -> find(path), false)
                .onSuccess(file -> send(request, file))
                .onFailure(_ -> request.response().setStatusCode(404).end("No such file"));
    }

    private record Found(Path path, long length) {}

    /** Finds a file in the served folder. Runs on a worker thread. Throws an exception if there is no such file. */
    private Found find(String path) throws IOException {
        if (!path.startsWith(FILES)) {
            throw new IOException("not below " + FILES);
        }
        String name = URLDecoder.decode(path.substring(FILES.length()).replace("+", "%2B"), StandardCharsets.UTF_8);
        Path file = root.resolve(name).toRealPath();
        if (!file.startsWith(root) || !Files.isRegularFile(file)) {
            throw new IOException("no file of the folder");
        }
        return new Found(file, Files.size(file));
    }

    private void send(HttpServerRequest request, Found file) {
        HttpServerResponse response = request.response().putHeader("Accept-Ranges", "bytes");
        Matcher range = RANGE.matcher(String.valueOf(request.getHeader("Range")));
        boolean isPart = request.method().equals(HttpMethod.GET) && range.matches();
        long first = isPart ? Long.parseLong(range.group(1)) : 0;
        boolean isBounded = isPart && !range.group(2).isEmpty();
        long end = isBounded ? Math.min(file.length(), Long.parseLong(range.group(2)) + 1) : file.length();
        if (isPart && first >= end) {
            var _ = response.setStatusCode(416)
                    .putHeader("Content-Range", "bytes */" + file.length())
                    .end();
            return;
        }
        if (isPart) {
            response.setStatusCode(206);
            response.putHeader("Content-Range", "bytes %d-%d/%d".formatted(first, end - 1, file.length()));
        }
        response.putHeader("Content-Length", Long.toString(end - first));
        if (request.method().equals(HttpMethod.HEAD) || first == end) {
            var _ = response.end();
            return;
        }
        String address = request.remoteAddress().hostAddress();
        var _ = response.writeHead()
                .compose(_ -> vertx.fileSystem().open(file.path().toString(), new OpenOptions().setWrite(false)))
                .onSuccess(open -> new Download(response, open, address, first, end).next(0))
                .onFailure(_ -> response.reset());
    }

    /** A client that has downloads. A client can save up unused rate, but only that of one chunk's time. */
    private static final class Client {
        int downloads;
        long paidNanos = System.nanoTime();
    }

    private final class Download {
        private final HttpServerResponse response;
        private final AsyncFile file;
        private final String address;
        private final Client client;
        private final long end;
        private long at;

        Download(HttpServerResponse response, AsyncFile file, String address, long at, long end) {
            this.response = response;
            this.file = file;
            this.address = address;
            this.at = at;
            this.end = end;
            client = clients.computeIfAbsent(address, _ -> new Client());
            client.downloads++;
        }

        void next(int written) {
            at += written;
            long chunk = rate == 0 ? LARGEST_CHUNK : Math.clamp(rate * chunkNanos / 1_000_000_000, 1, LARGEST_CHUNK);
            int size = (int) Math.min(chunk, end - at);
            if (size == 0 || response.closed()) {
                close();
            } else if (rate == 0) {
                write(size);
            } else {
                long now = System.nanoTime();
                client.paidNanos = Math.max(client.paidNanos, now - chunkNanos) + Math.round(size * 1e9 / rate);
                vertx.setTimer(Math.max(1, (client.paidNanos - now) / 1_000_000), _ -> write(size));
            }
        }

        private void write(int size) {
            var _ = file.read(Buffer.buffer(size), 0, at, size)
                    .compose(response::write)
                    .onSuccess(_ -> next(size))
                    .onFailure(_ -> close());
        }

        private void close() {
            client.downloads--;
            if (client.downloads == 0) {
                clients.remove(address);
            }
            var _ = file.close();
            var _ = at == end ? response.end() : response.reset();
        }
    }
}
