package dev.weir.browser;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Header fields that every response has for browsers: do not guess the media type, send no {@code Referer}, and run
 * only the page's own script (Content Security Policy Level 3).
 *
 * <p>A response that is not a page may run no script at all. A browser may show a served file in spite of its {@code
 * Content-Disposition}. Then {@code sandbox} takes the file's origin away, so that an HTML or SVG file cannot act as
 * the user who opened it. The policy does not stop other sites from embedding images, styles and data. Immutable.
 */
public final class SecurityFields {
    /** The fields of every response that is not a page. */
    public static final Map<String, String> OF_DATA = with("default-src 'none'; frame-ancestors 'none'; sandbox");

    private SecurityFields() {}

    /** The fields of a page, with its own policy. */
    public static Map<String, String> with(String policy) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("X-Content-Type-Options", "nosniff");
        fields.put("Referrer-Policy", "no-referrer");
        fields.put("Content-Security-Policy", policy);
        return Map.copyOf(fields);
    }

    /** Whether a header field of this name, in any case, is one of them. */
    public static boolean has(String name) {
        return OF_DATA.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }
}
