package dev.weir.catalog;

import dev.weir.rights.Folders;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes the name of a file or folder in the path of a request, and rejects unsafe names. Does no I/O. */
public final class RequestPath {
    private static final String PREFIX = "/files/";

    private RequestPath() {}

    /**
     * Returns whether the request is for a file in one of the folders, or for a folder that can contain such files.
     * Also returns true if the request is for the root folder or for the list of all files. The responses to these two
     * requests omit all files outside the folders.
     *
     * @param target the path of the request, still percent-encoded
     */
    public static boolean isIn(String target, Folders folders) {
        if (folders.isAll() || !target.startsWith(PREFIX) || target.equals(PREFIX)) {
            return true;
        }
        boolean isFolder = target.endsWith("/");
        String name = isFolder ? folderName(target) : fileName(target);
        return name != null && (isFolder ? folders.hasSomeIn(name) : folders.hasFile(name));
    }

    /** Returns the decoded name of the requested file, or null if the path cannot name a file under the root. */
    static @Nullable String fileName(String target) {
        return target.startsWith(PREFIX) ? decode(target.substring(PREFIX.length())) : null;
    }

    /**
     * Returns the decoded name of the requested folder, without the slash at its end. Returns an empty text for the
     * root, and null if the path cannot name a folder.
     */
    static @Nullable String folderName(String target) {
        if (target.equals(PREFIX)) {
            return "";
        }
        return target.startsWith(PREFIX) && target.endsWith("/")
                ? decode(target.substring(PREFIX.length(), target.length() - 1))
                : null;
    }

    /**
     * Returns the address of a folder, with a slash at its end, for a redirect from the address without this slash. The
     * result is relative to the address without the slash (RFC 3986, 4.2).
     */
    static String folderAddress(String name) {
        return encode(name.substring(name.lastIndexOf('/') + 1)) + "/";
    }

    /**
     * Percent-encodes a name in a folder. The result is the address of the file or folder, relative to the folder that
     * contains it.
     */
    public static String encode(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

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
