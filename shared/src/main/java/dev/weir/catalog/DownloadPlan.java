package dev.weir.catalog;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;

/**
 * What is answered to one request for one file (RFC 9110): pure, the same on both servers.
 *
 * @param status 200, 206 or 416
 * @param fields header fields in the order in which they are written, among them {@code Content-Length}
 * @param offset where in the file the content begins
 * @param length bytes of content to write; 0 where none is written, as for HEAD
 */
public record DownloadPlan(int status, Map<String, String> fields, long offset, long length) {
    // RFC 9110, 5.6.7: always two digits for the day, which RFC_1123_DATE_TIME does not give.
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String ATTR_CHARS = "!#$&+-.^_`|~";

    /**
     * Plans the answer.
     *
     * @param field the value of a request's header field by name, or null
     */
    public static DownloadPlan of(String method, Function<String, @Nullable String> field, CatalogFile file) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Accept-Ranges", "bytes");
        fields.put("ETag", file.etag());
        fields.put("Last-Modified", HTTP_DATE.format(file.modified()));
        fields.put("Cache-Control", "no-cache"); // may be stored, and is asked for again: a file can change any time
        ByteRange range = method.equals("GET") ? range(field, file) : null;
        if (range == null) {
            return content(200, method, fields, file, 0, file.length());
        }
        if (!range.satisfiable()) {
            fields.put("Content-Range", "bytes */" + file.length());
            fields.put("Content-Length", "0");
            return new DownloadPlan(416, fields, 0, 0);
        }
        fields.put("Content-Range", "bytes " + range.first() + "-" + range.last() + "/" + file.length());
        return content(206, method, fields, file, range.first(), range.last() - range.first() + 1);
    }

    private static DownloadPlan content(
            int status, String method, Map<String, String> fields, CatalogFile file, long offset, long length) {
        fields.put("Content-Type", mediaType(file.name()));
        fields.put("Content-Disposition", disposition(file.name()));
        fields.put("Content-Length", Long.toString(length));
        return new DownloadPlan(status, fields, offset, method.equals("HEAD") ? 0 : length);
    }

    private static @Nullable ByteRange range(Function<String, @Nullable String> field, CatalogFile file) {
        String range = field.apply("Range");
        String ifRange = field.apply("If-Range");
        if (range == null || file.length() == 0) {
            return null; // some clients ask every file for a range, an empty one too
        }
        boolean sameVersion =
                ifRange == null || ifRange.equals(file.etag()) || ifRange.equals(HTTP_DATE.format(file.modified()));
        return sameVersion ? ByteRange.parse(range, file.length()) : null;
    }

    private static String mediaType(String name) {
        return MediaTypeFactory.getMediaType(name)
                .orElse(MediaType.APPLICATION_OCTET_STREAM)
                .toString();
    }

    /** RFC 6266 with RFC 8187: a name in ASCII for old clients, and the true one where that differs. */
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
