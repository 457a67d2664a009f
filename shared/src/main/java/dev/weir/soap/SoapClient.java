package dev.weir.soap;

import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.message.SoapFaultException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls the SOAP service over HTTP (SOAP 1.1, 6.1). A call blocks until the response has arrived. Thread-safe. */
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
     * Calls the service to compute {@code a + b}.
     *
     * @throws SoapFaultException if the response is a fault
     * @throws RefusedResponseException if the response is not the server's signed answer to this request
     * @throws IOException if no complete response arrives within 30 seconds, or the response is not {@code text/xml}
     */
    public long plus(URI service, int a, int b)
            throws IOException, InterruptedException, SoapFaultException, RefusedResponseException {
        SoapCall.Request request = calls.plus(a, b, clock.instant());
        HttpResponse<byte[]> response = answer(HttpRequest.newBuilder(service)
                .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                .header("SOAPAction", "\"\"")
                .POST(BodyPublishers.ofByteArray(request.envelope()))
                .build());
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (!type.startsWith("text/xml")) {
            throw new IOException("HTTP status " + response.statusCode() + ", " + type);
        }
        return calls.result(request, response.body(), clock.instant());
    }

    /**
     * Sends a request and waits at most 30 seconds for the complete response. The timeout of {@link HttpRequest} is not
     * used, because it covers only the time until the header fields have arrived.
     */
    private HttpResponse<byte[]> answer(HttpRequest request) throws IOException, InterruptedException {
        Future<HttpResponse<byte[]>> answer =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            return answer.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no answer in " + PATIENCE.toSeconds() + " s");
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
