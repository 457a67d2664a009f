package dev.weir.clients.keys;

import dev.weir.clients.ApiKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text of a {@link KeyFile}, in ASCII. The first line names the version of the format. Each further line has the
 * SHA-256 digest of a key and the key's {@link Assignment}. The last line has the SHA-256 digest of all lines before
 * it, so that any damage is found.
 */
final class KeyText {
    private static final String FIRST = "weir-client-keys 1";
    private static final String LAST = "sha256 ";
    private static final int DIGEST_CHARACTERS = 64;
    private static final int LAST_BYTES = LAST.length() + DIGEST_CHARACTERS + 1;

    private KeyText() {}

    static String of(Map<ApiKey, Assignment> assignments) {
        String text = assignments.entrySet().stream()
                .map(entry ->
                        entry.getKey().sha256Hex() + " " + entry.getValue().text() + "\n")
                .sorted(Comparator.naturalOrder())
                .collect(Collectors.joining("", FIRST + "\n", ""));
        return text + last(text);
    }

    private static String last(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.ISO_8859_1));
            return LAST + HexFormat.of().formatHex(digest) + "\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has it
        }
    }

    /**
     * Decodes a text that {@link #of} has encoded.
     *
     * @throws IllegalArgumentException if the text is damaged
     */
    static Map<ApiKey, Assignment> parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.length() - LAST_BYTES;
        if (end <= 0 || !last(text.substring(0, end)).equals(text.substring(end))) {
            throw new IllegalArgumentException("it is damaged; restore a backup, or remove the file. Without the file,"
                    + " added keys are unknown, and revoked keys of the configuration are accepted again");
        }
        List<String> lines = text.substring(0, end).lines().toList();
        if (!lines.getFirst().equals(FIRST)) {
            throw new IllegalArgumentException("its first line is not '" + FIRST + "'");
        }
        Map<ApiKey, Assignment> assignments = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String hex = line.substring(0, Math.min(DIGEST_CHARACTERS, line.length()));
            String rest = line.substring(Math.min(DIGEST_CHARACTERS + 1, line.length()));
            assignments.put(ApiKey.parse("{sha256}" + hex), Assignment.parse(rest));
        }
        return Map.copyOf(assignments);
    }
}
