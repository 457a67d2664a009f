package dev.weir.clients;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The secret API key of a client. The object holds only the SHA-256 digest, so it does not reveal the key. */
public final class ApiKey {
    private static final String HASHED = "{sha256}";

    private static final Pattern BEARER = Pattern.compile("bearer(\\s|$)", Pattern.CASE_INSENSITIVE);

    private final byte[] digest;

    private ApiKey(byte[] digest) {
        this.digest = digest;
    }

    /**
     * Parses a configured key. The text is the key itself, or {@code {sha256}} followed by the key's digest in hex.
     *
     * @throws IllegalArgumentException if the text is blank or the digest is not 64 hexadecimal digits
     */
    public static ApiKey parse(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a key must not be empty");
        }
        if (!text.startsWith(HASHED)) {
            return new ApiKey(sha256(text));
        }
        String hex = text.substring(HASHED.length());
        if (!hex.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("{sha256} must be followed by 64 hexadecimal digits");
        }
        return new ApiKey(HexFormat.of().parseHex(hex));
    }

    static ApiKey ofDigest(byte[] digest) {
        return new ApiKey(digest);
    }

    /** Returns the SHA-256 digest of the key, as 64 hexadecimal digits. */
    public String sha256Hex() {
        return HexFormat.of().formatHex(digest);
    }

    /**
     * Returns the key as a hash table stores it: its digest, hashed once more together with a secret of the table. So a
     * client cannot choose a key that gets a certain place in the table.
     */
    ApiKey salted(byte[] salt) {
        byte[] both = Arrays.copyOf(salt, salt.length + digest.length);
        System.arraycopy(digest, 0, both, salt.length, digest.length);
        return new ApiKey(sha256(both));
    }

    /** Returns whether {@code presented} is the SHA-256 digest of this key. Compares in constant time. */
    boolean matches(byte[] presented) {
        return MessageDigest.isEqual(digest, presented);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApiKey key && matches(key.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    /**
     * Returns the {@code Bearer} token in {@code authorization} (RFC 6750). If there is no such token, returns
     * {@code apiKey}.
     */
    static @Nullable String presented(@Nullable String authorization, @Nullable String apiKey) {
        if (authorization != null && BEARER.matcher(authorization).lookingAt()) {
            return authorization.substring("Bearer".length()).strip(); // may be empty, which matches no client
        }
        return apiKey;
    }

    static byte[] sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
