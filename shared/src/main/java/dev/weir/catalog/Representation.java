package dev.weir.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;

/**
 * The values of the header fields that describe one version of a file (RFC 9110, 8). Immutable.
 *
 * @param lastModified the time of modification as an HTTP date
 * @param disposition the value of {@code Content-Disposition}
 * @param security the security header fields, if they differ from {@code SecurityFields.OF_DATA}; otherwise empty
 */
public record Representation(
        CatalogFile file,
        String etag,
        String lastModified,
        String mediaType,
        String disposition,
        Map<String, String> security) {
    private static final String SAVED = "attachment";
    private static final String SHOWN = "inline";
    private static final String ATTR_CHARS = "!#$&+-.^_`|~";

    public static Representation of(CatalogFile file) {
        return new Representation(
                file,
                file.etag(),
                HttpDate.format(file.modified()),
                MediaTypeFactory.getMediaType(file.name())
                        .orElse(MediaType.APPLICATION_OCTET_STREAM)
                        .toString(),
                disposition(file.name()),
                Map.of());
    }

    /**
     * Returns a representation that a browser shows in its window, if the query asks for it and {@link InlineFile}
     * permits it. Otherwise returns this representation.
     */
    Representation inline(@Nullable String query) {
        Map<String, String> fields = InlineFile.fields(query, this);
        if (fields.isEmpty()) {
            return this;
        }
        String shown = SHOWN + disposition.substring(SAVED.length());
        return new Representation(file, etag, lastModified, InlineFile.mediaType(mediaType), shown, fields);
    }

    /**
     * Returns the value of {@code Content-Disposition} (RFC 6266) for a file name. The parameter {@code filename} has
     * {@code _} in place of special and non-ASCII characters. If there are such characters, a second parameter,
     * {@code filename*}, has the exact name (RFC 8187).
     */
    private static String disposition(String name) {
        StringBuilder ascii = new StringBuilder();
        name.codePoints().forEach(c -> ascii.append(c >= ' ' && c <= '~' && "\"\\%".indexOf(c) < 0 ? (char) c : '_'));
        String plain = SAVED + "; filename=\"" + ascii + "\"";
        return ascii.toString().equals(name) ? plain : plain + "; filename*=UTF-8''" + extValue(name);
    }

    private static String extValue(String name) {
        StringBuilder value = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b > 0 && Character.isLetterOrDigit(b)) || ATTR_CHARS.indexOf(b) >= 0;
            value.append(plain ? String.valueOf((char) b) : "%%%02X".formatted(b));
        }
        return value.toString();
    }
}
