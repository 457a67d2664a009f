package dev.weir.perf.clients;

import dev.weir.perf.Digests;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a server answers to every {@link Probe}, as fields that can be compared with another's. */
final class Answers {
    static final String STATUS = "(status)";
    /** A digest of what came, where it was the file or a part of it. */
    static final String CONTENT = "(content)";

    private static final String MULTIPART = "multipart/";
    private static final int FIRST_REDIRECT = 300;

    private Answers() {}

    /** By name of the probe, then by name of the field, in lower case. */
    static Map<String, Map<String, String>> of(URI uri) throws IOException, InterruptedException {
        Map<String, Map<String, String>> answers = new LinkedHashMap<>();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<byte[]> whole =
                    client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
            String etag = whole.headers().firstValue("ETag").orElse("");
            String modified = whole.headers().firstValue("Last-Modified").orElse("");
            for (Probe probe : Probe.ALL) {
                HttpResponse<byte[]> response =
                        client.send(probe.request(uri, etag, modified), HttpResponse.BodyHandlers.ofByteArray());
                answers.put(probe.name(), fields(response));
            }
        }
        return answers;
    }

    private static Map<String, String> fields(HttpResponse<byte[]> response) {
        Map<String, String> fields = new TreeMap<>();
        response.headers()
                .map()
                .forEach((name, values) ->
                        fields.put(name.toLowerCase(Locale.ROOT), masked(name, String.join(", ", values))));
        fields.put(STATUS, Integer.toString(response.statusCode()));
        boolean multipart = fields.getOrDefault("content-type", "").startsWith(MULTIPART);
        if (response.statusCode() < FIRST_REDIRECT && !multipart) {
            fields.put(CONTENT, Digests.sha256(response.body()));
        }
        return fields;
    }

    /** What differs from one answer to the next, or from one server's version of the file to the other's. */
    static String masked(String name, String value) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "date" -> "(now)";
            case "etag" -> value.startsWith("W/") ? "(weak)" : "(strong)";
            case "ratelimit" -> value.replaceAll("=\\d+", "=n");
            case "content-type" -> value.replaceAll("boundary=.*", "boundary=(any)");
            default -> value;
        };
    }
}
