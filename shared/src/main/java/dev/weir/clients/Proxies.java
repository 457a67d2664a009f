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
 * Who calls through proxies: what {@code Forwarded} (RFC 7239) or {@code X-Forwarded-For} says, as far as trusted proxies
 * have said it. Where both are there and disagree, a proxy keeps one of them and lets the other pass, so neither counts.
 *
 * <p>Each proxy appends the address that called it. So the list is read from its end, and the first address that is no
 * trusted proxy's is the client: what stands before it, the client may have written itself. Immutable.
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
     * The client's address.
     *
     * @param field the value of a request's header field by name, several lines of it joined by commas; or null
     * @param remote who is at the other end of the connection
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
        return one.equals(other) ? one : remote; // one of them may have come from the client, past the proxy
    }

    /**
     * Scheme and authority by which the client named the server, as the nearest trusted proxy says; else as the request
     * does.
     *
     * @param request what was asked for, with scheme and authority
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

    /** What one of the fields says, or both alike: one of two may have come from the client, past the proxy. */
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
                return nearest; // hidden, or nonsense: nobody knows what stands before it
            }
            nearest = address;
            if (!isTrusted(nearest)) {
                return nearest;
            }
        }
        return nearest;
    }

    /** Whether the word of whoever is at the other end of the connection counts. */
    public boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /** Who called each proxy, as they say, the last first; empty where one does not. */
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
     * The parts of a text, the last first. Within quotes a separator parts nothing; they are counted from the end as
     * well, so that one which the client left open hides nothing of what a proxy appended.
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
