package dev.weir.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.AnyCertificate;
import dev.weir.contract.events.EventLines;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The JDK's HTTP client, with HTTP/2 over TLS, negotiated by ALPN. Fails if an answer has another HTTP version. */
final class Http2Client implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(Version.HTTP_2)
            .sslContext(new AnyCertificate().context())
            .connectTimeout(PATIENCE)
            .build();
    private final int port;

    Http2Client(int port) {
        this.port = port;
        assertThat(new String(content("/files/text.txt"), StandardCharsets.UTF_8))
                .isEqualTo(SuiteFiles.TEXT);
    }

    /** Subscribes to events. The stream gets every event that is published after this method has returned. */
    EventLines stream(String target) {
        HttpResponse<InputStream> answer = Eventually.next("a stream", send(target, BodyHandlers.ofInputStream()));
        assertThat(answer.statusCode()).isEqualTo(200);
        InputStream body = answer.body();
        return new EventLines(body, () -> {
            try {
                body.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    BlockingQueue<HttpResponse<String>> ask(String target) {
        return send(target, BodyHandlers.ofString());
    }

    byte[] content(String target) {
        return Eventually.next("content", send(target, BodyHandlers.ofByteArray()))
                .body();
    }

    private <T> BlockingQueue<HttpResponse<T>> send(String target, BodyHandler<T> handler) {
        BlockingQueue<HttpResponse<T>> answers = new LinkedBlockingQueue<>();
        URI uri = URI.create("https://127.0.0.1:" + port + target);
        var _ = client.sendAsync(HttpRequest.newBuilder(uri).build(), handler).thenAccept(answer -> {
            if (answer.version() == Version.HTTP_2) {
                answers.add(answer);
            }
        });
        return answers;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
