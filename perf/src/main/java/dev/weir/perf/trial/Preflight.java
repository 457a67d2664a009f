package dev.weir.perf.trial;

import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.load.Waiting;
import dev.weir.soap.RefusedResponseException;
import dev.weir.soap.SoapCall;
import dev.weir.soap.SoapClient;
import dev.weir.soap.message.SoapFaultException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Checks the answers to a few requests before a measurement, to find a wrong jar, configuration or folder. */
record Preflight(HttpClient client, URI files, Duration patience) implements AutoCloseable {
    private static final String FILE = "preflight.bin";
    private static final int BYTES = 3_000;
    private static final int FROM = 1_000;
    private static final int TO = 1_999;

    /** Sends a few requests. Throws if an answer is wrong. Skips downloads that the rate limit makes too slow. */
    static void check(InetSocketAddress server, ServedFolder folder, ServerPlan plan, Duration patience)
            throws IOException, InterruptedException {
        if (plan.keys() != null) {
            call(server, plan.keys().caller());
            return;
        }
        byte[] content = folder.file(FILE, BYTES).bytes();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(patience)
                .build();
        URI files = URI.create("http://%s:%d/files/".formatted(server.getHostString(), server.getPort()));
        try (Preflight preflight = new Preflight(client, files, patience)) {
            if (plan.rateBytes() == 0 || plan.rateBytes() * patience.toSeconds() >= 2L * BYTES) {
                preflight.expect("GET", FILE, "", 200, content);
                preflight.expect(
                        "GET", FILE, "bytes=%d-%d".formatted(FROM, TO), 206, Arrays.copyOfRange(content, FROM, TO + 1));
            }
            preflight.expect("HEAD", FILE, "", 200, new byte[0]);
            preflight.expect("GET", "there-is-none", "", 404, null);
        }
    }

    private static void call(InetSocketAddress server, SoapCall caller) throws IOException, InterruptedException {
        URI service = URI.create("http://%s:%d/ws".formatted(server.getHostString(), server.getPort()));
        try (SoapClient client = new SoapClient(caller, InstantSource.system())) {
            long sum = client.plus(service, 1_000, 337);
            if (sum != 1_337) {
                throw new IOException("before the trial: the service says that 1000 + 337 is " + sum);
            }
        } catch (SoapFaultException | RefusedResponseException e) {
            throw new IOException("before the trial: the call was not answered: " + e.getMessage(), e);
        }
    }

    private void expect(String method, String file, String range, int status, byte @Nullable [] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(files.resolve(file))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(patience);
        if (!range.isEmpty()) {
            request.header("Range", range);
        }
        String what = method + " " + file + " " + range;
        HttpResponse<byte[]> response = send(request.build(), what);
        if (response.statusCode() != status) {
            throw new IOException("before the trial: " + what + " was answered by " + response.statusCode());
        }
        if (body != null && !Arrays.equals(response.body(), body)) {
            throw new IOException("before the trial: " + what + " returned other bytes");
        }
    }

    /** Sends a request with a timeout for the whole answer. {@link HttpRequest}'s timeout does not cover the body. */
    private HttpResponse<byte[]> send(HttpRequest request, String what) throws IOException, InterruptedException {
        try {
            return Waiting.await(what, client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()), patience);
        } catch (IllegalStateException e) {
            throw new IOException("before the trial: " + what + " was not answered: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
