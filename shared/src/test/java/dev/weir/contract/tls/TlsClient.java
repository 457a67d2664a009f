package dev.weir.contract.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.AnyCertificate;
import dev.weir.contract.events.EventLines;
import dev.weir.contract.server.SuiteSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLParameters;

/**
 * The JDK's HTTP client over TLS. It trusts every certificate. Fails if an answer has another HTTP version than the
 * requested one.
 */
final class TlsClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private final AnyCertificate seen = new AnyCertificate();
    private final Version version;
    private final HttpClient client;
    private final String address;

    TlsClient(int port, Version version) {
        this(port, version, "TLSv1.3", new KeyManager[0]);
    }

    /**
     * Creates a client that uses only one version of TLS.
     *
     * @param version the version of HTTP
     * @param tls the version of TLS, such as {@code TLSv1.3}
     * @param keys the certificates with which the client identifies itself; may be empty
     */
    TlsClient(int port, Version version, String tls, KeyManager[] keys) {
        this.version = version;
        this.address = "https://127.0.0.1:" + port;
        this.client = HttpClient.newBuilder()
                .sslContext(seen.context(keys))
                .sslParameters(new SSLParameters(null, new String[] {tls}))
                .version(version)
                .connectTimeout(PATIENCE)
                .build();
    }

    /** Subscribes to events. The stream gets every event that is published after this method has returned. */
    EventLines stream(String target) {
        InputStream body = send(request(target), BodyHandlers.ofInputStream());
        return new EventLines(body, () -> {
            try {
                body.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    byte[] content(String target) {
        return send(request(target).timeout(PATIENCE), BodyHandlers.ofByteArray());
    }

    /** Publishes an event with this text, and returns the id of the event. */
    String publish(String text) {
        HttpRequest.Builder request = request("/events")
                .timeout(PATIENCE)
                .header("X-API-Key", SuiteSettings.PUBLISHER_KEY)
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(text));
        Matcher id = ID.matcher(send(request, BodyHandlers.ofString()));
        assertThat(id.find()).isTrue();
        return id.group(1);
    }

    BigInteger serial() {
        return seen.last().getSerialNumber();
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create(address + target));
    }

    private <T> T send(HttpRequest.Builder request, BodyHandler<T> handler) {
        try {
            HttpResponse<T> answer = client.send(request.build(), handler);
            assertThat(answer.statusCode()).isBetween(200, 201);
            assertThat(answer.version()).isEqualTo(version);
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
