package dev.weir.browser;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The security header fields of a response. They tell the browser not to guess the media type, to send no
 * {@code Referer}, and to obey a Content Security Policy (Level 3).
 */
public final class SecurityFields {
    /**
     * The security header fields of a response that contains a file or other data. If a browser displays the data as a
     * page, the page has an opaque origin and runs no scripts. Other sites can still embed the data, for example as an
     * image.
     */
    public static final Map<String, String> OF_DATA = with("default-src 'none'; frame-ancestors 'none'; sandbox");

    private SecurityFields() {}

    /** Returns the security header fields of a response, with {@code policy} as its {@code Content-Security-Policy}. */
    public static Map<String, String> with(String policy) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("X-Content-Type-Options", "nosniff");
        fields.put("Referrer-Policy", "no-referrer");
        fields.put("Content-Security-Policy", policy);
        return Map.copyOf(fields);
    }

    /** Returns whether {@link #with} sets the header field {@code name}. Ignores case. */
    public static boolean has(String name) {
        return OF_DATA.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }
}
