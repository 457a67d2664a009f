package dev.weir.browser;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The header fields that restrict what browsers do with a response. A browser does not guess the media type, sends no
 * {@code Referer}, and runs only the scripts that the Content Security Policy (Level 3) allows. Immutable.
 */
public final class SecurityFields {
    /**
     * The fields of a response that is data, such as a file. The browser runs none of its scripts. {@code sandbox}
     * gives a displayed HTML or SVG file an opaque origin, so that it cannot act for the user. Other sites can still
     * embed images, styles and data.
     */
    public static final Map<String, String> OF_DATA = with("default-src 'none'; frame-ancestors 'none'; sandbox");

    private SecurityFields() {}

    /** Returns the fields of a response that has {@code policy} as its {@code Content-Security-Policy}. */
    public static Map<String, String> with(String policy) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("X-Content-Type-Options", "nosniff");
        fields.put("Referrer-Policy", "no-referrer");
        fields.put("Content-Security-Policy", policy);
        return Map.copyOf(fields);
    }

    /** Returns whether this class sets the header field. Ignores case. */
    public static boolean has(String name) {
        return OF_DATA.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }
}
