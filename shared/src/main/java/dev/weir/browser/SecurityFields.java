package dev.weir.browser;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What every answer tells browsers: take the media type as it is said, tell nobody where you come from, and run nothing
 * but a page's own script (Content Security Policy Level 3).
 *
 * <p>An answer that is no page may run nothing at all: {@code sandbox} also takes the origin from a file of ours that is
 * shown in spite of its {@code Content-Disposition}, so that no HTML or SVG that somebody uploaded acts as its user.
 * Images, styles and data that another site embeds are not touched by it. Immutable.
 */
public final class SecurityFields {
    /** Of whatever is no page. */
    public static final Map<String, String> OF_DATA = with("default-src 'none'; frame-ancestors 'none'; sandbox");

    private SecurityFields() {}

    /** Of a page, with its own policy. */
    public static Map<String, String> with(String policy) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("X-Content-Type-Options", "nosniff");
        fields.put("Referrer-Policy", "no-referrer");
        fields.put("Content-Security-Policy", policy);
        return Map.copyOf(fields);
    }

    /** Whether it is one of them, in whatever case. */
    public static boolean has(String name) {
        return OF_DATA.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }
}
