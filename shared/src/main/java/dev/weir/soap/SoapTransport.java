package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** What a request is on HTTP, before anybody looks into it. */
public final class SoapTransport {
    /** Bytes of a message. */
    public static final int MOST_BYTES = 1 << 20;

    /** Of SOAP 1.1, and of any XML. */
    private static final Set<String> TYPES = Set.of("text/xml", "application/xml");

    private static final String SOAP_1_2 = "application/soap+xml";

    private SoapTransport() {}

    /**
     * Refuses what is no XML in UTF-8 as it is: no content coding, no parts.
     *
     * @param field the value of a request's header field by name, or null
     * @return whether it is SOAP 1.1, or XML at least; else it is SOAP 1.2, whatever its envelope says
     * @throws RefusedException with what the client is told
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

    /** Null where there is none, or of another charset than UTF-8. */
    private static @Nullable MediaType type(@Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            MediaType type = MediaType.parseMediaType(value);
            boolean utf8 = type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8);
            return utf8 ? type : null;
        } catch (IllegalArgumentException e) { // no type, or of no charset
            return null;
        }
    }
}
