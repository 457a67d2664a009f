package dev.weir.reactive.netty;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds what RFC 9112 calls invalid in a request's head, but Netty's decoder accepts: an unknown version; a target that
 * is neither a path nor a URI (3.2); a missing, repeated or malformed {@code Host}; and a transfer coding that is not
 * {@code chunked} alone (6.1).
 *
 * <p>If a proxy and a server read such a head differently, a client can smuggle a request past the proxy.
 */
final class StrictHead {
    /** RFC 3986, 3.2.2 and 3.2.3: a registered name or IPv4 address, or an IP literal, and a port. */
    private static final Pattern HOST =
            Pattern.compile("(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::[0-9]{0,5})?");

    /** RFC 9112, 3.2.1 and 3.2.2: the begin of a path or of an absolute URI. */
    private static final Pattern TARGET = Pattern.compile("/|https?://[^/?#]", Pattern.CASE_INSENSITIVE);

    private StrictHead() {}

    /** Names the invalid part of the head. Null if the head is valid. */
    static @Nullable String flaw(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        if (!isKnown(version)) {
            return "version";
        }
        if (!TARGET.matcher(request.uri()).lookingAt() && !isOfServer(request)) {
            return "target";
        }
        HttpHeaders fields = request.headers();
        List<String> hosts = fields.getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1 || (hosts.isEmpty() && version.equals(HttpVersion.HTTP_1_1))) {
            return "number of hosts";
        }
        if (!hosts.isEmpty() && !HOST.matcher(hosts.getFirst()).matches()) {
            return "host";
        }
        List<String> codings = fields.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (codings.isEmpty()) {
            return null;
        }
        boolean isChunked = codings.size() == 1
                && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst())
                && version.equals(HttpVersion.HTTP_1_1)
                && !fields.contains(HttpHeaderNames.CONTENT_LENGTH);
        return isChunked ? null : "transfer coding";
    }

    /**
     * Compares by identity: Netty uses a constant for a correctly written version, and a new object for any other text.
     */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isKnown(HttpVersion version) {
        return version == HttpVersion.HTTP_1_1 || version == HttpVersion.HTTP_1_0;
    }

    /** The asterisk form: RFC 9112, 3.2.4. */
    private static boolean isOfServer(HttpRequest request) {
        return request.method().equals(HttpMethod.OPTIONS) && request.uri().equals("*");
    }
}
