package dev.weir.catalog;

import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;

/**
 * The values of the header fields that describe one version of a file (RFC 9110, 8). All responses with this version
 * share one object. Immutable.
 *
 * @param etag the result of {@link CatalogFile#etag}
 * @param lastModified the time of the last modification as an HTTP date
 * @param mediaType the media type of the file name's extension
 * @param disposition see {@link #disposition(String)}
 */
public record Representation(CatalogFile file, String etag, String lastModified, String mediaType, String disposition) {
    private static final String ATTR_CHARS = "!#$&+-.^_`|~";

    public static Representation of(CatalogFile file) {
        return new Representation(
                file,
                file.etag(),
                HttpDate.format(file.modified()),
                MediaTypeFactory.getMediaType(file.name())
                        .orElse(MediaType.APPLICATION_OCTET_STREAM)
                        .toString(),
                disposition(file.name()));
    }

    /**
     * Returns the value of {@code Content-Disposition} (RFC 6266). It contains the name with {@code _} for each
     * character that old clients may not understand. If this changes the name, the value also contains the exact name
     * in the encoding of RFC 8187.
     */
    private static String disposition(String name) {
        StringBuilder ascii = new StringBuilder();
        name.codePoints().forEach(c -> ascii.append(c >= ' ' && c <= '~' && "\"\\%".indexOf(c) < 0 ? (char) c : '_'));
        String plain = "attachment; filename=\"" + ascii + "\"";
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
