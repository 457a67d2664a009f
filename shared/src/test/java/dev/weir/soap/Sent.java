package dev.weir.soap;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What an attacker sends.
 *
 * @param method of HTTP
 * @param fields header fields besides the length, as {@code Name: value}
 * @param body of the request
 * @param signature of the message, which a signed answer confirms; empty where there is none
 * @param before what was sent ahead of it, and accepted
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares two, and nobody writes to the arrays
public record Sent(String method, List<String> fields, byte[] body, byte[] signature, List<byte[]> before) {
    private static final List<String> FIELDS = List.of("Content-Type: " + SoapAnswer.MEDIA_TYPE, "SOAPAction: \"\"");

    static Sent of(byte[] body, byte[] signature) {
        return new Sent("POST", FIELDS, body, signature, List.of());
    }

    /** A message by POST, with the fields of SOAP. */
    public static Sent soap(byte[] body) {
        return of(body, new byte[0]);
    }

    static Sent of(String body) {
        return soap(body.getBytes(StandardCharsets.UTF_8));
    }

    Sent after(Sent other) {
        return new Sent(method, fields, body, signature, List.of(other.body));
    }

    /** The same message, otherwise sent. */
    Sent by(String otherMethod, String... otherFields) {
        return new Sent(otherMethod, List.of(otherFields), body, signature, before);
    }

    /** The same with a piece of its text replaced, which must be there. */
    Sent with(String from, String to) {
        String text = new String(body, StandardCharsets.UTF_8);
        if (!text.contains(from)) {
            throw new IllegalArgumentException("no " + from + " in " + text);
        }
        return new Sent(method, fields, text.replace(from, to).getBytes(StandardCharsets.UTF_8), signature, before);
    }
}
