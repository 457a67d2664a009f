package dev.weir.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes the percent-encoded file name in the path of a request, and rejects unsafe names. */
final class RequestPath {
    private RequestPath() {}

    /**
     * Decodes a percent-encoded file name (RFC 3986, 2.1). Returns null for a forbidden name:
     * <ul>
     * <li>a malformed, empty or absolute name;
     * <li>a name with an empty, {@code .} or {@code ..} segment;
     * <li>a name with an encoded slash, a backslash, a path parameter ({@code ;}) or a control character.
     * </ul>
     *
     * <p>Does not look at the file system, so the caller must reject symbolic links that lead out of the root folder.
     */
    static @Nullable String decode(String raw) {
        if (raw.indexOf(';') >= 0) {
            return null;
        }
        byte[] bytes = percentDecode(raw);
        if (bytes == null) {
            return null;
        }
        String name;
        try {
            name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
        return isPlain(name) ? name : null;
    }

    /**
     * Returns whether a decoded name is safe: it has no backslash, no control character, and no empty, {@code .} or
     * {@code ..} segment.
     */
    static boolean isPlain(String name) {
        return name.indexOf('\\') < 0
                && name.chars().noneMatch(Character::isISOControl)
                && List.of(name.split("/", -1)).stream()
                        .noneMatch(segment -> segment.isEmpty() || segment.equals(".") || segment.equals(".."));
    }

    /** Returns whether the name of the file, or of a folder in its path, begins with a dot. */
    static boolean isHidden(String name) {
        return name.startsWith(".") || name.contains("/.");
    }

    private static byte @Nullable [] percentDecode(String raw) {
        byte[] in = raw.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out.put(in[i]);
                continue;
            }
            if (i + 2 >= in.length || !HexFormat.isHexDigit(in[i + 1]) || !HexFormat.isHexDigit(in[i + 2])) {
                return null;
            }
            int value = HexFormat.fromHexDigit(in[i + 1]) << 4 | HexFormat.fromHexDigit(in[i + 2]);
            if (value == '/') {
                return null;
            }
            out.put((byte) value);
            i += 2;
        }
        byte[] decoded = new byte[out.position()];
        out.flip().get(decoded);
        return decoded;
    }
}
