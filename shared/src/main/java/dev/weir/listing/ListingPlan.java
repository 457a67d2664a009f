package dev.weir.listing;

import dev.weir.browser.SecurityFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * Describes which list of files a request gets, and in which media type.
 *
 * @param folder the path of the requested folder, still percent-encoded, with a slash at its end
 * @param all whether the list has all files under the root folder, and not only the entries of the requested folder
 * @param html whether the list is an HTML page; otherwise it is JSON
 * @param head whether the response has no body, because the method is {@code HEAD}
 */
public record ListingPlan(String folder, boolean all, boolean html, boolean head) {
    private static final String ALL = "/files";

    /**
     * The security header fields of a list in HTML. The page has no script, and loads its style sheet from this server.
     */
    private static final Map<String, String> OF_HTML =
            SecurityFields.with("default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; "
                    + "form-action 'none'; frame-ancestors 'none'");

    private static final int EXACT = 2;

    /**
     * Decides which list a request gets. The list of all files is JSON. The list of one folder is HTML if the client
     * prefers HTML to JSON (RFC 9110, 12.5.1). Otherwise it is JSON, even if the client does not accept JSON.
     *
     * @param method the request's method, {@code GET} or {@code HEAD}
     * @param target the path of the request: {@code /files} for all files, or the path of one folder, with a slash at
     *     its end
     * @param accept the request's {@code Accept}, or null
     */
    public static ListingPlan of(String method, String target, @Nullable String accept) {
        boolean head = method.equals("HEAD");
        return target.equals(ALL)
                ? new ListingPlan(ALL + "/", true, false, head)
                : new ListingPlan(target, false, accept != null && prefersHtml(accept), head);
    }

    private static boolean prefersHtml(String accept) {
        try {
            List<MediaType> ranges = MediaType.parseMediaTypes(accept);
            return quality(MediaType.TEXT_HTML, ranges) > quality(MediaType.APPLICATION_JSON, ranges);
        } catch (IllegalArgumentException e) {
            return false; // the field is malformed
        }
    }

    /**
     * Returns the quality value of a media type in an {@code Accept} field. The most specific range that matches the
     * type gives the value. Returns 0 if no range matches.
     */
    private static double quality(MediaType type, List<MediaType> ranges) {
        double quality = 0;
        int most = -1;
        for (MediaType range : ranges) {
            int specific = range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : EXACT;
            if (range.includes(type) && specific > most) {
                quality = range.getQualityValue();
                most = specific;
            }
        }
        return quality;
    }

    /** Returns the header fields of the response. */
    public Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>(html ? OF_HTML : Map.of());
        fields.put("Content-Type", html ? "text/html;charset=UTF-8" : MediaType.APPLICATION_JSON_VALUE);
        fields.put("Cache-Control", "no-cache");
        if (!all) {
            fields.put("Vary", "Accept");
        }
        return fields;
    }
}
