package dev.weir.perf.clients;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One request of the table that every server answers.
 *
 * @param fields where {@value #ETAG} and {@value #MODIFIED} stand for what the server itself said of the file
 */
record Probe(String name, String method, Map<String, String> fields) {
    static final String ETAG = "{etag}";
    static final String MODIFIED = "{modified}";

    private static final String RANGE = "Range";
    private static final String SOME = "bytes=100-199";
    private static final String OTHER_ETAG = "\"another\"";
    private static final String LONG_AGO = "Sat, 01 Jan 2000 00:00:00 GMT";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static final List<Probe> ALL = List.of(
            get("GET"),
            new Probe("HEAD", "HEAD", Map.of()),
            get("one range", RANGE, SOME),
            get("open range", RANGE, "bytes=100-"),
            get("several ranges", RANGE, "bytes=0-9,100-199"),
            get("suffix", RANGE, "bytes=-100"),
            get("unsatisfiable range", RANGE, "bytes=999999999-"),
            get("If-None-Match, same", "If-None-Match", ETAG),
            get("If-None-Match, other", "If-None-Match", OTHER_ETAG),
            get("If-Modified-Since, same", "If-Modified-Since", MODIFIED),
            get("If-Modified-Since, earlier", "If-Modified-Since", LONG_AGO),
            get("If-Match, other", "If-Match", OTHER_ETAG),
            get("If-Range, same tag", RANGE, SOME, "If-Range", ETAG),
            get("If-Range, other tag", RANGE, SOME, "If-Range", OTHER_ETAG),
            get("If-Range, same date", RANGE, SOME, "If-Range", MODIFIED),
            get("If-Range, earlier date", RANGE, SOME, "If-Range", LONG_AGO));

    private static Probe get(String name) {
        return new Probe(name, "GET", Map.of());
    }

    private static Probe get(String name, String field, String value) {
        return new Probe(name, "GET", Map.of(field, value));
    }

    private static Probe get(String name, String field, String value, String other, String otherValue) {
        return new Probe(name, "GET", Map.of(field, value, other, otherValue));
    }

    HttpRequest request(URI uri, String etag, String modified) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(PATIENCE).method(method, HttpRequest.BodyPublishers.noBody());
        fields.forEach((field, value) ->
                request.header(field, value.replace(ETAG, etag).replace(MODIFIED, modified)));
        return request.build();
    }
}
