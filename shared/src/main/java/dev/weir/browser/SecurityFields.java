package dev.weir.browser;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The header fields by which each response restricts browsers. Browsers must not guess the media type and must not send
 * {@code Referer}. A page may run only its own script (Content Security Policy Level 3).
 *
 * <p>Other responses may run no script. A browser may display a served file although {@code Content-Disposition} says
 * otherwise. For this case, {@code sandbox} gives the file an opaque origin. So an HTML or SVG file cannot act on behalf
 * of the user who opened it. Other sites can still embed images, styles and data. Immutable.
 */
public final class SecurityFields {
    /** The fields of a response that is not a page. */
    public static final Map<String, String> OF_DATA = with("default-src 'none'; frame-ancestors 'none'; sandbox");

    private SecurityFields() {}

    /** Returns the fields of a page with this Content-Security-Policy. */
    public static Map<String, String> with(String policy) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("X-Content-Type-Options", "nosniff");
        fields.put("Referrer-Policy", "no-referrer");
        fields.put("Content-Security-Policy", policy);
        return Map.copyOf(fields);
    }

    /** Returns whether this class sets the header field with this name. The case of the name does not matter. */
    public static boolean has(String name) {
        return OF_DATA.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }
}
