package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The JDK's client over TLS, which trusts everybody and knows whom. Every answer must have come by its version. */
final class TlsClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private final Seen seen = new Seen();
    private final Version version;
    private final HttpClient client;
    private final String address;

    TlsClient(int port, Version version) {
        this.version = version;
        this.address = "https://127.0.0.1:" + port;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {seen}, null);
            client = HttpClient.newBuilder()
                    .sslContext(context)
                    .version(version)
                    .connectTimeout(PATIENCE)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Subscribes; what is published after this has returned comes. */
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

    /** Its id. */
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

    /** Of the certificate that the last connection was shown. */
    BigInteger serial() {
        return Objects.requireNonNull(seen.last).getSerialNumber();
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

    private static final class Seen extends X509ExtendedTrustManager {
        private volatile @Nullable X509Certificate last;

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            last = chain[0];
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            last = chain[0];
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            last = chain[0];
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
