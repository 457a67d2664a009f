package dev.weir.clients;

import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address of a client behind proxies, from {@code Forwarded} (RFC 7239) or {@code X-Forwarded-For}. Only the
 * words of trusted proxies count.
 *
 * <p>Each proxy appends the address that called it. So the list is read from its end. The first address that does not
 * belong to a trusted proxy is the client's. The client may have written everything before it.
 *
 * <p>If both fields are present and disagree, neither counts: a proxy that maintains one of them passes the other from
 * the client. Immutable.
 */
public final class Proxies {
    private static final Pattern FOR = Pattern.compile("(?i)[ \\t]*for=(\"[^\"]*\"|[^\"]*)");
    private static final Pattern IPV6 = Pattern.compile("\\[([^\\]]*)\\](?::\\S+)?");
    private static final Pattern IPV4_WITH_PORT = Pattern.compile("(\\d+(?:\\.\\d+){3}):\\S+");

    private static final Pattern SCHEME = Pattern.compile("https?");
    private static final Pattern HOST = Pattern.compile("([\\w.-]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?");

    private final List<Network> trusted;

    public Proxies(List<Network> trusted) {
        this.trusted = List.copyOf(trusted);
    }

    /**
     * The address of the client.
     *
     * @param field gives the value of a request's header field by name, several lines joined by commas, or null
     * @param remote the address at the other end of the connection
     */
    public InetAddress client(Function<String, @Nullable String> field, InetAddress remote) {
        String forwarded = field.apply("Forwarded");
        String xForwardedFor = field.apply("X-Forwarded-For");
        if (!isTrusted(remote)) {
            return remote;
        }
        InetAddress one = forwarded == null ? null : nearest(forwarded(forwarded), remote);
        InetAddress other = xForwardedFor == null
                ? null
                : nearest(
                        backwards(xForwardedFor, ',').stream()
                                .map(String::strip)
                                .toList(),
                        remote);
        if (one == null || other == null) {
            return one != null ? one : other != null ? other : remote;
        }
        return one.equals(other) ? one : remote; // the client may have sent one of them, past the proxy
    }

    /**
     * The scheme and authority by which the client named the server. The nearest trusted proxy tells them, else the
     * request does.
     *
     * @param request the target of the request, with scheme and authority
     * @param field as in {@link #client}
     */
    public String origin(URI request, Function<String, @Nullable String> field, InetAddress remote) {
        String scheme = request.getScheme();
        String host = request.getRawAuthority();
        if (isTrusted(remote)) {
            String forwarded = field.apply("Forwarded");
            scheme = said(SCHEME, nearest(forwarded, "proto"), nearest(field.apply("X-Forwarded-Proto")), scheme);
            host = said(HOST, nearest(forwarded, "host"), nearest(field.apply("X-Forwarded-Host")), host);
        }
        return scheme + "://" + host;
    }

    /**
     * The value of either field, if it has a valid form. If both are present they must agree, because a client may have
     * sent one of them past the proxy.
     */
    private static String said(Pattern form, @Nullable String one, @Nullable String other, String otherwise) {
        String said = one == null ? other : one;
        boolean alike = one == null || other == null || one.equals(other);
        return said != null && alike && form.matcher(said).matches() ? said : otherwise;
    }

    private static @Nullable String nearest(@Nullable String list) {
        return list == null ? null : backwards(list, ',').getFirst().strip();
    }

    private static @Nullable String nearest(@Nullable String forwarded, String parameter) {
        String element = nearest(forwarded);
        return element == null
                ? null
                : backwards(element, ';').stream()
                        .map(String::strip)
                        .filter(pair -> pair.regionMatches(true, 0, parameter + "=", 0, parameter.length() + 1))
                        .map(pair -> pair.substring(parameter.length() + 1).replace("\"", ""))
                        .findFirst()
                        .orElse(null);
    }

    private InetAddress nearest(List<String> lastHopFirst, InetAddress remote) {
        InetAddress nearest = remote;
        for (String hop : lastHopFirst) {
            InetAddress address = address(hop);
            if (address == null) {
                return nearest; // hidden or malformed: nobody knows what stands before it
            }
            nearest = address;
            if (!isTrusted(nearest)) {
                return nearest;
            }
        }
        return nearest;
    }

    /** Whether a proxy at this address is trusted. */
    public boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /** The callers that the proxies name, the last hop first. Empty for a proxy that names none. */
    private static List<String> forwarded(String value) {
        return backwards(value, ',').stream()
                .map(element -> backwards(element, ';').stream()
                        .map(FOR::matcher)
                        .filter(Matcher::matches)
                        .findFirst()
                        .map(from -> from.group(1).replace("\"", "").strip())
                        .orElse(""))
                .toList();
    }

    /**
     * The parts of a text, the last first. A separator within quotes does not count. Quotes are counted from the end as
     * well, so that a quote that the client left open hides nothing that a proxy appended.
     */
    private static List<String> backwards(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int to = text.length();
        for (int i = text.length() - 1; i >= 0; i--) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            if (c == separator && !quoted) {
                parts.add(text.substring(i + 1, to));
                to = i;
            }
        }
        parts.add(text.substring(0, to));
        return parts;
    }

    private static @Nullable InetAddress address(String hop) {
        Matcher six = IPV6.matcher(hop);
        Matcher four = IPV4_WITH_PORT.matcher(hop);
        try {
            return Network.address(six.matches() ? six.group(1) : four.matches() ? four.group(1) : hop);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
