package dev.weir.soap;

import dev.weir.soap.message.SoapAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An HTTP request with a SOAP message.
 *
 * @param method the HTTP method
 * @param fields the header fields except the length, as {@code Name: value}
 * @param body the bytes of the message
 * @param signature the bytes of the message's signature, which a signed answer must repeat; empty for none
 * @param before messages that must be sent and accepted before this one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and the arrays are never changed
public record Sent(String method, List<String> fields, byte[] body, byte[] signature, List<byte[]> before) {
    private static final List<String> FIELDS = List.of("Content-Type: " + SoapAnswer.MEDIA_TYPE, "SOAPAction: \"\"");

    static Sent of(byte[] body, byte[] signature) {
        return new Sent("POST", FIELDS, body, signature, List.of());
    }

    public static Sent soap(byte[] body) {
        return of(body, new byte[0]);
    }

    static Sent of(String body) {
        return soap(body.getBytes(StandardCharsets.UTF_8));
    }

    Sent after(Sent other) {
        return new Sent(method, fields, body, signature, List.of(other.body));
    }

    /** Returns the same message with another HTTP method and other header fields. */
    Sent by(String otherMethod, String... otherFields) {
        return new Sent(otherMethod, List.of(otherFields), body, signature, before);
    }

    Sent with(String from, String to) {
        String text = new String(body, StandardCharsets.UTF_8);
        if (!text.contains(from)) {
            throw new IllegalArgumentException("no " + from + " in " + text);
        }
        return new Sent(method, fields, text.replace(from, to).getBytes(StandardCharsets.UTF_8), signature, before);
    }
}
