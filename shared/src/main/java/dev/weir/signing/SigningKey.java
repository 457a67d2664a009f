package dev.weir.signing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret key that signs and verifies links with HMAC-SHA-256 (RFC 2104). Immutable. No exception message contains the
 * key.
 */
public final class SigningKey {
    private static final String FILE = "file:";
    private static final Pattern TEXT = Pattern.compile("[!-~]{32,512}");
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKey secret;

    private SigningKey(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException("must be 32 to 512 ASCII characters without blanks");
        }
        secret = new SecretKeySpec(text.getBytes(StandardCharsets.US_ASCII), ALGORITHM);
    }

    /**
     * Parses a configured key. The text is the key itself, or {@code file:} and the path of a file with the key.
     *
     * @throws IllegalArgumentException if the key is too short, too long or not ASCII, if the text is the path of a
     *     file without {@code file:}, or if the file cannot be read. The message does not contain the key
     */
    static SigningKey parse(String text) {
        try {
            if (text.startsWith(FILE)) {
                return read(Path.of(text.substring(FILE.length())));
            }
            if (text.startsWith("/") && Files.exists(Path.of(text))) {
                throw new IllegalArgumentException("is the path of a file; begin it with " + FILE);
            }
            return new SigningKey(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path of a file", e);
        }
    }

    /**
     * Reads the key from a file: one line, with or without a line break at its end. Blocks on the file system.
     *
     * @throws IllegalArgumentException if the file cannot be read, or the key is too short, too long or not ASCII
     */
    static SigningKey read(Path file) {
        try {
            return new SigningKey(
                    Files.readString(file, StandardCharsets.ISO_8859_1).stripTrailing());
        } catch (IOException e) {
            throw new IllegalArgumentException("the file '" + file + "' cannot be read", e);
        }
    }

    /**
     * Signs a link. Returns the signature in base64url (RFC 4648, 5) without padding.
     *
     * @param target the path and the query, without the field {@code sig}
     */
    String sign(String target) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            // With the word "read", a signature for another purpose is never valid for a link that permits reading.
            byte[] signature = mac.doFinal(("read\n" + target).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /**
     * Returns whether {@code signature} equals the result of {@link #sign} for this target. Compares in constant time.
     */
    boolean isSignature(String signature, String target) {
        return MessageDigest.isEqual(
                sign(target).getBytes(StandardCharsets.US_ASCII), signature.getBytes(StandardCharsets.UTF_8));
    }
}
