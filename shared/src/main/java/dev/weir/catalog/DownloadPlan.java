package dev.weir.catalog;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The response to a request for a file (RFC 9110): status, header fields and body.
 *
 * @param status 200, 206 or 304
 * @param fields the header fields in order; {@code Content-Length} is missing if the status is 304
 * @param content the body; empty for HEAD and for status 304
 */
public record DownloadPlan(int status, Map<String, String> fields, Content content) {
    /**
     * The most ranges that a request may ask for. A request for more ranges may be an attack, and gets the whole file.
     */
    private static final int MOST_RANGES = 16;

    /**
     * Returns the response to a request for {@code file}. Does no I/O.
     *
     * @param field looks up a request header field by name; returns null if absent, and joins repeated fields by commas
     * @param query the query of the request, still percent-encoded, or null
     * @throws RefusedException with {@link Problem#PRECONDITION_FAILED} or {@link Problem#RANGE_NOT_SATISFIABLE}
     */
    public static DownloadPlan of(
            String method, Function<String, @Nullable String> field, @Nullable String query, OpenFile file) {
        return of(method, field, file.representation().inline(query), file.whole());
    }

    static DownloadPlan of(
            String method, Function<String, @Nullable String> field, @Nullable String query, CatalogFile file) {
        return of(method, field, Representation.of(file).inline(query), Content.of(0, file.length()));
    }

    private static DownloadPlan of(
            String method, Function<String, @Nullable String> field, Representation file, Content whole) {
        Map<String, String> fields = new LinkedHashMap<>(file.security());
        fields.put("ETag", file.etag());
        fields.put("Last-Modified", file.lastModified());
        fields.put(
                "Cache-Control",
                "no-cache"); // a cache may store it but must ask again, because a file can change at any time
        return switch (Preconditions.of(field, file.file())) {
            case FAIL -> throw new RefusedException(Problem.PRECONDITION_FAILED);
            case NOT_MODIFIED -> new DownloadPlan(304, fields, Content.NONE);
            case HOLD -> content(method, ranges(method, field, file), fields, file, whole);
        };
    }

    private static DownloadPlan content(
            String method, List<ByteRange> ranges, Map<String, String> fields, Representation file, Content whole) {
        long length = whole.length();
        fields.put("Accept-Ranges", "bytes");
        fields.put("Content-Type", file.mediaType());
        fields.put("Content-Disposition", file.disposition());
        Content content = whole;
        if (ranges.size() == 1) {
            ByteRange range = ranges.getFirst();
            fields.put("Content-Range", Content.contentRange(range, length));
            content = whole.part(range);
        } else if (!ranges.isEmpty()) {
            String boundary = UUID.randomUUID().toString(); // random, so that no file can be made to contain it
            fields.put("Content-Type", "multipart/byteranges; boundary=" + boundary);
            content = whole.multipart(ranges, boundary, file.mediaType());
        }
        fields.put("Content-Length", Long.toString(content.length()));
        return new DownloadPlan(ranges.isEmpty() ? 200 : 206, fields, method.equals("HEAD") ? Content.NONE : content);
    }

    /** Returns the byte ranges of the file to send. Returns an empty list if the response is the whole file. */
    private static List<ByteRange> ranges(
            String method, Function<String, @Nullable String> field, Representation file) {
        long length = file.file().length();
        String range = field.apply("Range");
        if (!method.equals("GET") || range == null || length == 0 || !isSameVersion(field, file)) {
            return List.of(); // an empty file has no ranges, but some clients ask every file for one
        }
        List<ByteRange> asked = ByteRange.parse(range, length);
        if (asked == null || asked.size() > MOST_RANGES) {
            return List.of();
        }
        List<ByteRange> found = asked.stream().filter(ByteRange::satisfiable).toList();
        if (found.isEmpty()) {
            throw new RefusedException(Problem.RANGE_NOT_SATISFIABLE, Map.of("Content-Range", "bytes */" + length));
        }
        // Overlapping ranges could make a response many times as long as the file. Then the whole file is sent.
        return found.stream().mapToLong(ByteRange::length).sum() > length ? List.of() : found;
    }

    private static boolean isSameVersion(Function<String, @Nullable String> field, Representation file) {
        String ifRange = field.apply("If-Range");
        return ifRange == null || ifRange.equals(file.etag()) || ifRange.equals(file.lastModified());
    }
}
