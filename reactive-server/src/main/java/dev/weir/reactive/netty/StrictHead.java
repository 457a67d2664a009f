package dev.weir.reactive.netty;

import io.netty.handler.codec.DecoderResult;
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
 * Finds errors in a request head. Netty accepts most of them. RFC 9112 forbids them or allows a server to refuse them.
 * An attacker could use them to smuggle a request past a proxy. The errors are:
 *
 * <ul>
 * <li>an unknown HTTP version
 * <li>a request target that is neither a path nor a URI (3.2), nor {@code *} in an {@code OPTIONS} request
 * <li>a request target with a fragment
 * <li>a repeated or malformed {@code Host}; in HTTP/1.1, also a missing {@code Host}
 * <li>a {@code Transfer-Encoding} that is not exactly {@code chunked} (6.1)
 * <li>{@code Transfer-Encoding} in HTTP/1.0, or together with {@code Content-Length} (6.1)
 * </ul>
 */
final class StrictHead {
    /** Matches any valid {@code Host}, such as an IPv6 address in brackets (RFC 3986, 3.2.2 and 3.2.3). */
    private static final Pattern UNUSUAL_HOST =
            Pattern.compile("(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::[0-9]{0,5})?");

    /** Matches a request target that begins like an absolute URI and has no fragment (RFC 9112, 3.2.2). */
    private static final Pattern ABSOLUTE =
            Pattern.compile("https?://[^/?#][^#]*+", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private StrictHead() {}

    /** Returns whether these fields announce a body (RFC 9112, 6.3). {@code Expect} counts as an announcement, too. */
    static boolean hasBody(HttpHeaders fields) {
        return fields.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || fields.contains(HttpHeaderNames.EXPECT)
                || (fields.contains(HttpHeaderNames.CONTENT_LENGTH)
                        && !fields.contains(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderValues.ZERO, false));
    }

    /** Marks an invalid request head as one that could not be decoded. Reactor Netty then answers 400. */
    static void check(HttpRequest request) {
        String flaw = request.decoderResult().isSuccess() ? flaw(request) : null;
        if (flaw != null) {
            request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(flaw)));
        }
    }

    /** Returns a short name of the invalid part, such as {@code host}, or null if the request head is valid. */
    static @Nullable String flaw(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        if (!isKnown(version)) {
            return "version";
        }
        if (!isTarget(request.uri()) && !isOfServer(request)) {
            return "target";
        }
        HttpHeaders fields = request.headers();
        List<String> hosts = fields.getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1 || (hosts.isEmpty() && version.equals(HttpVersion.HTTP_1_1))) {
            return "number of hosts";
        }
        if (!hosts.isEmpty() && !isHost(hosts.getFirst())) {
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
     * Returns whether the version is exactly {@code HTTP/1.1} or {@code HTTP/1.0}. Compares references, because Netty
     * creates another object for an unusual spelling.
     */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isKnown(HttpVersion version) {
        return version == HttpVersion.HTTP_1_1 || version == HttpVersion.HTTP_1_0;
    }

    /** Returns whether a request target is valid. Checks a path, the usual case, without a regular expression. */
    private static boolean isTarget(String target) {
        return target.startsWith("/")
                ? target.indexOf('#') < 0
                : ABSOLUTE.matcher(target).matches();
    }

    /** Returns whether a host is valid. Checks a name or IPv4 address, the usual case, without a regular expression. */
    private static boolean isHost(String host) {
        int colon = host.indexOf(':');
        int end = colon < 0 ? host.length() : colon;
        for (int i = 0; i < end; i++) {
            if (!isUsual(host.charAt(i))) {
                return UNUSUAL_HOST.matcher(host).matches();
            }
        }
        for (int i = end + 1; i < host.length(); i++) {
            if (host.charAt(i) < '0' || host.charAt(i) > '9') {
                return false;
            }
        }
        return host.length() - end <= 6;
    }

    private static boolean isUsual(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    }

    private static boolean isOfServer(HttpRequest request) {
        return request.method().equals(HttpMethod.OPTIONS) && request.uri().equals("*");
    }
}
