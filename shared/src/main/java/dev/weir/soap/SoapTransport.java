package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** Checks whether the header fields of an HTTP request fit a SOAP message. */
public final class SoapTransport {
    /** The maximum size of a SOAP message, in bytes. */
    public static final int MOST_BYTES = 1 << 20;

    /** The accepted media types of a SOAP 1.1 message. The standard names only {@code text/xml}. */
    private static final Set<String> TYPES = Set.of("text/xml", "application/xml");

    private static final String SOAP_1_2 = "application/soap+xml";

    private SoapTransport() {}

    /**
     * Checks that the header fields of a request announce XML in UTF-8, without a content coding such as gzip.
     *
     * @param field returns the value of the header field with a given name, or null
     * @return true for SOAP 1.1 ({@code text/xml} or {@code application/xml}), false for SOAP 1.2
     *     ({@code application/soap+xml})
     * @throws RefusedException if the media type is missing or not one of these three, the charset is not UTF-8, or the
     *     body has a content coding
     */
    static boolean check(Function<String, @Nullable String> field) {
        String coding = field.apply("Content-Encoding");
        MediaType type = type(field.apply("Content-Type"));
        if (type == null || (coding != null && !coding.equalsIgnoreCase("identity"))) {
            throw new RefusedException(Problem.NOT_SOAP);
        }
        String name = type.getType() + "/" + type.getSubtype();
        if (!TYPES.contains(name) && !name.equals(SOAP_1_2)) {
            throw new RefusedException(Problem.NOT_SOAP);
        }
        return TYPES.contains(name);
    }

    /** Parses a media type. Returns null if it is missing or malformed, or names a charset other than UTF-8. */
    private static @Nullable MediaType type(@Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            MediaType type = MediaType.parseMediaType(value);
            boolean utf8 = type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8);
            return utf8 ? type : null;
        } catch (IllegalArgumentException e) { // malformed, or an unknown charset
            return null;
        }
    }
}
