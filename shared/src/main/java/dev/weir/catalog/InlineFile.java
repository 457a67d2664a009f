package dev.weir.catalog;

import dev.weir.browser.SecurityFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * Decides whether a browser may show a file in its window instead of saving it. The request must ask for this by the
 * query field {@code inline}. The type of the file must be one that runs no scripts: an image (not SVG), audio, video,
 * plain text or PDF. The browser must save all other files, because it would run an HTML file as a page of this server.
 */
final class InlineFile {
    private static final String FIELD = "inline";
    private static final String PDF = "application/pdf";
    private static final String SVG = "image/svg+xml";
    private static final List<String> SAFE = List.of("image/", "audio/", "video/");

    /**
     * The security header fields of a file that a browser shows. PDF files have other fields. To show an image or a
     * video, a browser creates a page that loads the file again. So the Content Security Policy permits this load and
     * forbids everything else. The policy has no {@code sandbox}. A page in a sandbox has an opaque origin, and
     * Chromium then refuses to load a video. No sandbox is needed, because the browser never reads such a file as HTML.
     */
    private static final Map<String, String> FIELDS = SecurityFields.with("default-src 'none'; img-src 'self'; "
            + "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

    /**
     * The security header fields of a PDF file that a browser shows. Chromium's PDF viewer does not work in a sandbox,
     * or with a policy for styles.
     */
    private static final Map<String, String> FIELDS_OF_PDF = SecurityFields.with("frame-ancestors 'none'");

    private InlineFile() {}

    /**
     * Returns the security header fields of a file that the browser may show. Returns an empty map if the browser must
     * save the file.
     *
     * @param query the query of the request, still percent-encoded, or null
     */
    static Map<String, String> fields(@Nullable String query, Representation file) {
        if (query == null || !isAsked(query) || !isSafe(file.mediaType())) {
            return Map.of();
        }
        return file.mediaType().equals(PDF) ? FIELDS_OF_PDF : FIELDS;
    }

    /**
     * Adds the character set UTF-8 to the media type of plain text. Returns other media types unchanged. Without a
     * character set, a browser that shows the text would take it for Windows-1252.
     */
    static String mediaType(String mediaType) {
        return mediaType.equals(MediaType.TEXT_PLAIN_VALUE) ? mediaType + ";charset=UTF-8" : mediaType;
    }

    private static boolean isAsked(String query) {
        return List.of(query.split("&", -1)).stream().anyMatch(field -> field.split("=", 2)[0].equals(FIELD));
    }

    private static boolean isSafe(String mediaType) {
        return mediaType.equals(MediaType.TEXT_PLAIN_VALUE)
                || mediaType.equals(PDF)
                || (!mediaType.equals(SVG) && SAFE.stream().anyMatch(mediaType::startsWith));
    }
}
