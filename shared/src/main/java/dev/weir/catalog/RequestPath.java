package dev.weir.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes the file name in a request target, and refuses names that are not plain relative names. */
final class RequestPath {
    private RequestPath() {}

    /**
     * Decodes a percent-encoded name (RFC 3986, 2.1) once. Returns null for a forbidden name:
     * <ul>
     * <li>a malformed, empty or absolute name;
     * <li>a name with an empty, {@code .} or {@code ..} segment;
     * <li>a name with an encoded slash, a backslash, a path parameter or a control character.
     * </ul>
     *
     * <p>The caller must check that a symbolic link does not lead out of the root.
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
     * Whether a request may have this decoded name. The name must have no backslash, no control character, and no
     * empty, {@code .} or {@code ..} segment.
     */
    static boolean isPlain(String name) {
        return name.indexOf('\\') < 0
                && name.chars().noneMatch(Character::isISOControl)
                && List.of(name.split("/", -1)).stream()
                        .noneMatch(segment -> segment.isEmpty() || segment.equals(".") || segment.equals(".."));
    }

    /** Whether a segment of the name begins with a dot. Such files are often under the root by accident. */
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
