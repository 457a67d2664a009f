package dev.weir.soap;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;

/** Calls the service over HTTP (SOAP 1.1, 6.1). Thread-safe; a call waits for its answer. */
public final class SoapClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_BYTES = 1 << 20;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final SoapCall calls;
    private final InstantSource clock;

    public SoapClient(SoapCall calls, InstantSource clock) {
        this.calls = calls;
        this.clock = clock;
    }

    /**
     * {@code a + b}, as the service says.
     *
     * @throws SoapFaultException when the answer is a fault
     * @throws RefusedResponseException when the answer does not count
     * @throws IOException when there is no answer, or none by SOAP
     */
    public long plus(URI service, int a, int b)
            throws IOException, InterruptedException, SoapFaultException, RefusedResponseException {
        SoapCall.Request request = calls.plus(a, b, clock.instant());
        HttpResponse<InputStream> response = http.send(
                HttpRequest.newBuilder(service)
                        .timeout(PATIENCE)
                        .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                        .header("SOAPAction", "\"\"")
                        .POST(BodyPublishers.ofByteArray(request.envelope()))
                        .build(),
                BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            String type = response.headers().firstValue("Content-Type").orElse("");
            if (!type.startsWith("text/xml")) {
                throw new IOException("HTTP status " + response.statusCode() + ", " + type);
            }
            byte[] envelope = body.readNBytes(MOST_BYTES + 1);
            if (envelope.length > MOST_BYTES) {
                throw new IOException("an answer of more than " + MOST_BYTES + " bytes");
            }
            return calls.result(request, envelope, clock.instant());
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
