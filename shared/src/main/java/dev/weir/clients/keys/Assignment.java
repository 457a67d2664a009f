package dev.weir.clients.keys;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The entry of one API key in a {@link KeyStore}: the plan of the client with this key, or the fact that the key is
 * revoked.
 *
 * <p>A key that is added again after a revocation gets another id. So a node that sees only the second of these changes
 * still knows that the key was revoked in between.
 *
 * @param id the name of the client, unless the configuration has the key: then the client has the configured name. A
 *     {@code -} precedes the name if the configuration had the key when the key got a plan, and the key was not added
 *     again after a revocation
 * @param plan the name of the client's plan, or null if the key is revoked
 */
public record Assignment(String id, @Nullable String plan) {
    /** The first character of the id of a configured key that has not been added again after a revocation. */
    private static final String CONFIGURED = "-";

    /** The assignment of a configured key that is revoked. The key stays revoked after a restart. */
    public static final Assignment REVOKED = new Assignment(CONFIGURED, null);

    private static final String REVOKED_TEXT = "revoked";
    private static final int ID_BYTES = 8;

    /** Returns a random id, which no other client is likely to have. It reveals nothing about the key. */
    public static String newId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return "key-" + HexFormat.of().formatHex(random);
    }

    /** Returns the assignment of a configured key that gets another plan for the first time. */
    static Assignment ofConfigured(String plan) {
        return new Assignment(CONFIGURED + newId(), plan);
    }

    /** Returns the name of the client, if the configuration does not have the key. */
    String name() {
        return id.startsWith(CONFIGURED) ? id.substring(CONFIGURED.length()) : id;
    }

    /**
     * Returns whether the key was revoked between two assignments. If the key is revoked now, may return false
     * nevertheless.
     */
    static boolean isRevoked(@Nullable Assignment before, @Nullable Assignment now) {
        return !generation(before).equals(generation(now));
    }

    /** Returns a text that changes whenever the key is added again after a revocation. */
    private static String generation(@Nullable Assignment assignment) {
        return assignment == null || assignment.id.startsWith(CONFIGURED) ? CONFIGURED : assignment.id;
    }

    /**
     * Returns the assignment that a store keeps when it gets this one. A revocation is kept as it is. If both
     * assignments have a plan, the id of {@code before} stays. If {@code before} revoked a configured key, the result
     * gets a new id.
     *
     * @param before the assignment that the store has kept until now, or null if there is none
     */
    Assignment after(@Nullable Assignment before) {
        if (plan == null || before == null) {
            return this;
        }
        if (before.plan != null) {
            return new Assignment(before.id, plan);
        }
        return id.startsWith(CONFIGURED) ? new Assignment(newId(), plan) : this;
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
            throw new IllegalArgumentException("must be 'revoked', or the id and plan of a key");
        }
        return new Assignment(words[0], URLDecoder.decode(words[1], StandardCharsets.UTF_8));
    }
}
