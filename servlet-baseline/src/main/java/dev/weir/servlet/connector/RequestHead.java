package dev.weir.servlet.connector;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.coyote.Request;
import org.apache.coyote.http11.Http11InputBuffer;

/**
 * Finds what RFC 9112 calls invalid in a head that Tomcat has accepted: lines that end in LF alone, HTTP/0.9 (which has
 * neither version nor fields), a missing method, {@code Content-Length} beside {@code Transfer-Encoding}, and {@code
 * Transfer-Encoding} in HTTP/1.0.
 *
 * <p>Tomcat accepts these on purpose, and has no setting against it. A proxy in front may read such a head differently.
 * It would then see other requests on the connection than Tomcat does (request smuggling).
 */
final class RequestHead {
    private static final byte[] LENGTH = "content-length".getBytes(StandardCharsets.US_ASCII);

    private RequestHead() {}

    /** Whether the request has neither version nor fields. */
    static boolean isOfOldestVersion(Request request) {
        return request.protocol().equals("");
    }

    /** Call it once the head is parsed and nothing after it: the buffer then holds the raw head before its position. */
    static boolean isValid(Request request) {
        if (isOfOldestVersion(request) || request.getMethod().isEmpty()) {
            return false;
        }
        ByteBuffer head = ((Http11InputBuffer) request.getInputBuffer()).getByteBuffer();
        boolean chunks = request.getMimeHeaders().getValue("transfer-encoding") != null;
        if (chunks && request.protocol().equals("HTTP/1.0")) {
            return false;
        }
        return linesAreValid(head.array(), head.arrayOffset(), head.arrayOffset() + head.position(), chunks);
    }

    private static boolean linesAreValid(byte[] bytes, int start, int end, boolean chunks) {
        for (int at = start; at < end; at++) {
            if (bytes[at] == '\n') {
                if (at == start || bytes[at - 1] != '\r') {
                    return false;
                }
                if (chunks && isLength(bytes, at + 1, end)) {
                    return false; // seen in the raw bytes only: Tomcat has removed it from the fields
                }
            }
        }
        return true;
    }

    private static boolean isLength(byte[] bytes, int start, int end) {
        if (end - start < LENGTH.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            if ((bytes[start + i] | 0x20) != LENGTH[i]) { // lower case
                return false;
            }
        }
        return true;
    }
}
