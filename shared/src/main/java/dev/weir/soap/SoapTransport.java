package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** What a request is on HTTP, before anybody looks into it. */
public final class SoapTransport {
    /** Bytes of a message. */
    public static final int MOST_BYTES = 1 << 20;

    /** How long a message may take to come. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Of SOAP 1.1, of any XML, and of SOAP 1.2, who is told by a fault that 1.1 is spoken here. */
    private static final Set<String> TYPES = Set.of("text/xml", "application/xml", "application/soap+xml");

    private SoapTransport() {}

    /**
     * Refuses what is no XML in UTF-8 as it is: no content coding, no parts.
     *
     * @param field the value of a request's header field by name, or null
     * @throws RefusedException with what the client is told
     */
    public static void check(Function<String, @Nullable String> field) {
        String coding = field.apply("Content-Encoding");
        if (!isXml(field.apply("Content-Type")) || (coding != null && !coding.equalsIgnoreCase("identity"))) {
            throw new RefusedException(Problem.NOT_SOAP);
        }
    }

    private static boolean isXml(@Nullable String value) {
        if (value == null) {
            return false;
        }
        try {
            MediaType type = MediaType.parseMediaType(value);
            return TYPES.contains(type.getType() + "/" + type.getSubtype())
                    && (type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) { // no type, or of no charset
            return false;
        }
    }
}
