package dev.weir.clients.keys;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The entry of one API key in a {@link KeyStore}.
 *
 * @param id the name of the client. If the configuration has the key, the client has the configured name instead
 * @param plan the name of the client's plan, or null if the key is revoked
 */
public record Assignment(String id, @Nullable String plan) {
    /** The assignment of a configured key that is revoked. The key stays revoked after a restart. */
    public static final Assignment REVOKED = new Assignment("-", null);

    private static final String REVOKED_TEXT = "revoked";
    private static final int ID_BYTES = 8;

    /** Returns a random id, which no other client is likely to have. It reveals nothing about the key. */
    static String newId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return "key-" + HexFormat.of().formatHex(random);
    }

    /** Encodes this assignment as one line of ASCII characters. */
    public String text() {
        return plan == null ? REVOKED_TEXT : id + " " + URLEncoder.encode(plan, StandardCharsets.UTF_8);
    }

    /**
     * Decodes the result of {@link #text}.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static Assignment parse(String text) {
        if (text.equals(REVOKED_TEXT)) {
            return REVOKED;
        }
        String[] words = text.split(" ", -1);
        if (words.length != 2 || !words[0].matches("[!-~]+")) {
            throw new IllegalArgumentException("not the plan of a key");
        }
        return new Assignment(words[0], URLDecoder.decode(words[1], StandardCharsets.UTF_8));
    }
}
