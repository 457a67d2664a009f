package dev.weir.catalog;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;

/**
 * The answer to a request for a file (RFC 9110). Both servers send exactly this. Immutable.
 *
 * @param status 200, 206 or 304
 * @param fields header fields in the order in which they are written, with {@code Content-Length} where one is due
 * @param content the bytes to write; empty if there are none, as for HEAD
 */
public record DownloadPlan(int status, Map<String, String> fields, Content content) {
    private static final String ATTR_CHARS = "!#$&+-.^_`|~";
    /** A client that asks for more ranges means to cause work. It gets the whole file. */
    private static final int MOST_RANGES = 16;

    /**
     * Plans the answer.
     *
     * @param field gives the value of a request's header field by name, several lines joined by commas, or null
     * @throws RefusedException with {@link Problem#PRECONDITION_FAILED} or {@link Problem#RANGE_NOT_SATISFIABLE}
     */
    public static DownloadPlan of(String method, Function<String, @Nullable String> field, CatalogFile file) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("ETag", file.etag());
        fields.put("Last-Modified", HttpDate.format(file.modified()));
        fields.put(
                "Cache-Control",
                "no-cache"); // a cache may store it but must ask again, because a file can change at any time
        return switch (Preconditions.of(field, file)) {
            case FAIL -> throw new RefusedException(Problem.PRECONDITION_FAILED);
            case NOT_MODIFIED -> new DownloadPlan(304, fields, Content.NONE);
            case HOLD -> content(method, ranges(method, field, file), fields, file);
        };
    }

    private static DownloadPlan content(
            String method, List<ByteRange> ranges, Map<String, String> fields, CatalogFile file) {
        String mediaType = mediaType(file.name());
        fields.put("Accept-Ranges", "bytes");
        fields.put("Content-Type", mediaType);
        fields.put("Content-Disposition", disposition(file.name()));
        Content content = Content.of(0, file.length());
        if (ranges.size() == 1) {
            ByteRange range = ranges.getFirst();
            fields.put("Content-Range", Content.contentRange(range, file.length()));
            content = Content.of(range.first(), range.length());
        } else if (!ranges.isEmpty()) {
            String boundary = UUID.randomUUID().toString(); // a file cannot contain it on purpose
            fields.put("Content-Type", "multipart/byteranges; boundary=" + boundary);
            content = Content.multipart(ranges, boundary, mediaType, file.length());
        }
        fields.put("Content-Length", Long.toString(content.length()));
        return new DownloadPlan(ranges.isEmpty() ? 200 : 206, fields, method.equals("HEAD") ? Content.NONE : content);
    }

    /** The ranges to send, or none for the whole file. */
    private static List<ByteRange> ranges(String method, Function<String, @Nullable String> field, CatalogFile file) {
        String range = field.apply("Range");
        if (!method.equals("GET") || range == null || file.length() == 0 || !isSameVersion(field, file)) {
            return List.of(); // an empty file has no ranges, but some clients ask every file for one
        }
        List<ByteRange> asked = ByteRange.parse(range, file.length());
        if (asked == null || asked.size() > MOST_RANGES) {
            return List.of();
        }
        List<ByteRange> found = asked.stream().filter(ByteRange::satisfiable).toList();
        if (found.isEmpty()) {
            throw new RefusedException(
                    Problem.RANGE_NOT_SATISFIABLE, Map.of("Content-Range", "bytes */" + file.length()));
        }
        // Overlapping ranges could fetch a file many times over.
        return found.stream().mapToLong(ByteRange::length).sum() > file.length() ? List.of() : found;
    }

    private static boolean isSameVersion(Function<String, @Nullable String> field, CatalogFile file) {
        String ifRange = field.apply("If-Range");
        return ifRange == null || ifRange.equals(file.etag()) || ifRange.equals(HttpDate.format(file.modified()));
    }

    private static String mediaType(String name) {
        return MediaTypeFactory.getMediaType(name)
                .orElse(MediaType.APPLICATION_OCTET_STREAM)
                .toString();
    }

    /**
     * The Content-Disposition (RFC 6266): the name in ASCII for old clients and, if that differs, the exact name as RFC
     * 8187 encodes it.
     */
    private static String disposition(String name) {
        StringBuilder ascii = new StringBuilder();
        name.codePoints().forEach(c -> ascii.append(c >= ' ' && c <= '~' && "\"\\%".indexOf(c) < 0 ? (char) c : '_'));
        String plain = "attachment; filename=\"" + ascii + "\"";
        return ascii.toString().equals(name) ? plain : plain + "; filename*=UTF-8''" + extValue(name);
    }

    private static String extValue(String name) {
        StringBuilder value = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b > 0 && Character.isLetterOrDigit(b)) || ATTR_CHARS.indexOf(b) >= 0;
            value.append(plain ? String.valueOf((char) b) : "%%%02X".formatted(b));
        }
        return value.toString();
    }
}
