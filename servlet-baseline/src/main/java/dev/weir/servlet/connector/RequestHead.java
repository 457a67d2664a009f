package dev.weir.servlet.connector;

import dev.weir.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11InputBuffer;

/**
 * Finds the following errors in a request head. RFC 9112 forbids them, but Tomcat accepts them. An attacker could use
 * them to smuggle a request past a proxy.
 *
 * <ul>
 * <li>a line that ends in LF alone
 * <li>HTTP/0.9, which has neither a version nor header fields
 * <li>a missing method
 * <li>{@code Content-Length} together with {@code Transfer-Encoding}
 * <li>{@code Transfer-Encoding} in HTTP/1.0
 * </ul>
 */
final class RequestHead {
    private static final String NO_HEAD = "HTTP/1.1 400 \r\nContent-Type: application/problem+json\r\nContent-Length: ";

    private static final byte[] LENGTH = "content-length".getBytes(StandardCharsets.US_ASCII);

    private RequestHead() {}

    static boolean isOfOldestVersion(Request request) {
        return request.protocol().equals("");
    }

    /**
     * Returns whether a request head that Tomcat has parsed is valid. Also checks the raw bytes in Tomcat's buffer, so
     * call this method before Tomcat reads more bytes.
     */
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
                    return false; // visible only in the raw bytes, since Tomcat has removed the field
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

    /** Refuses an HTTP/0.9 request with status 400. Writes the status line and fields, which Tomcat would omit. */
    static void refuseOldestVersion(Response answer) throws IOException {
        String body = Problem.json(400);
        String whole = NO_HEAD + body.length() + "\r\nConnection: close\r\n\r\n" + body;
        answer.setStatus(400);
        answer.doWrite(ByteBuffer.wrap(whole.getBytes(StandardCharsets.US_ASCII)));
        answer.action(ActionCode.CLOSE, null);
    }
}
