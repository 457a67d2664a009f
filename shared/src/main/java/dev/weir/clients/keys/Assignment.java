package dev.weir.clients.keys;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The entry of one API key in a {@link KeyStore}. It assigns a plan to the client with this key, or says that the key
 * is revoked.
 *
 * <p>A key that is revoked and then added again gets another id. So a server that learns only of the addition still
 * knows that the key was revoked before.
 *
 * @param id a name for the client. If the configuration contains the key, the configured name replaces this name. The
 *     id has a {@code -} before the name if the configuration contained the key when this entry was made, and the key
 *     was not added again after a revocation
 * @param plan the name of the client's plan, or null if the key is revoked
 */
public record Assignment(String id, @Nullable String plan) {
    /** An id begins with this text if the key is in the configuration, and was not added again after a revocation. */
    private static final String CONFIGURED = "-";

    /** The assignment of a revoked key that is in the configuration. The key stays revoked after a restart. */
    public static final Assignment REVOKED = new Assignment(CONFIGURED, null);

    private static final String REVOKED_TEXT = "revoked";
    private static final int ID_BYTES = 8;

    /** Returns a random id, which no other client is likely to have. The id reveals nothing about the key. */
    public static String newId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return "key-" + HexFormat.of().formatHex(random);
    }

    /** Returns the assignment that gives a new plan to a key that is in the configuration. */
    static Assignment ofConfigured(String plan) {
        return new Assignment(CONFIGURED + newId(), plan);
    }

    /** Returns the name that the id contains. If the configuration contains the key, the configured name is used. */
    String name() {
        return id.startsWith(CONFIGURED) ? id.substring(CONFIGURED.length()) : id;
    }

    /**
     * Returns whether the key was revoked and added again between {@code before} and {@code now}. Also returns true if
     * {@code now} is the first assignment of a key that is not in the configuration. If {@code now} is a revocation,
     * the result is unspecified.
     */
    static boolean isRevoked(@Nullable Assignment before, @Nullable Assignment now) {
        return !generation(before).equals(generation(now));
    }

    /** Returns a text that changes whenever the key is added again after a revocation. */
    private static String generation(@Nullable Assignment assignment) {
        return assignment == null || assignment.id.startsWith(CONFIGURED) ? CONFIGURED : assignment.id;
    }

    /**
     * Returns the assignment that a store keeps after it has received this assignment. If this assignment is a
     * revocation, or {@code before} is null, the store keeps this assignment. If {@code before} has a plan, the store
     * keeps the id of {@code before} and the plan of this assignment. If {@code before} is a revocation, the store
     * keeps this assignment, but replaces an id that begins with {@code -} by a new id.
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
     * Decodes an assignment that {@link #text} has encoded.
     *
     * @throws IllegalArgumentException if the text does not come from {@link #text}
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
