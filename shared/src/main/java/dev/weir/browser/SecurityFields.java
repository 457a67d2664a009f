package dev.weir.browser;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The header fields that restrict what browsers do with a response. Browsers must not guess the media type and must not
 * send {@code Referer}. A Content Security Policy (Level 3) limits the scripts that may run.
 *
 * <p>The policy {@link #OF_DATA} allows no script. It also protects a user whose browser displays a served file instead
 * of saving it: {@code sandbox} gives the file an opaque origin, so an HTML or SVG file cannot act on behalf of this
 * user. Other sites can still embed images, styles and data. Immutable.
 */
public final class SecurityFields {
    /** The fields of a response that is not one of the server's own pages, such as a file. */
    public static final Map<String, String> OF_DATA = with("default-src 'none'; frame-ancestors 'none'; sandbox");

    private SecurityFields() {}

    /** Returns the fields of a response whose {@code Content-Security-Policy} is {@code policy}. */
    public static Map<String, String> with(String policy) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("X-Content-Type-Options", "nosniff");
        fields.put("Referrer-Policy", "no-referrer");
        fields.put("Content-Security-Policy", policy);
        return Map.copyOf(fields);
    }

    /** Returns whether this class sets the header field {@code name}. Ignores case. */
    public static boolean has(String name) {
        return OF_DATA.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }
}
