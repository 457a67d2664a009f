package dev.weir.network;

import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address of a client behind trusted proxies, in the header fields {@code Forwarded} (RFC 7239) and
 * {@code X-Forwarded-For}. Immutable.
 *
 * <p>Each proxy appends to the field the address from which it received the request. So the last address that is not a
 * trusted proxy belongs to the client. All entries before this address are ignored, because the client may have forged
 * them.
 *
 * <p>If both fields are present and disagree, both are ignored, because the client may have forged one of them.
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
     * Returns the address of the client. This is usually {@code remote}. If {@code remote} is a trusted proxy, this is
     * the address that the proxy reports, if any.
     *
     * @param field looks up a request header field by name; returns null if absent, and joins repeated fields by commas
     * @param remote the address of the connection's peer
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
        return one.equals(other) ? one : remote; // the client may have forged one of them
    }

    /**
     * Returns the scheme, host and port that the client requested, such as {@code https://example.org}. Takes them from
     * the header fields of a trusted proxy if present, otherwise from {@code request}.
     *
     * @param request the absolute URI of the request
     * @param field looks up a request header field by name; returns null if absent, and joins repeated fields by commas
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
     * Returns a value that a proxy states in one of two header fields, or in both. Returns {@code otherwise} if both
     * fields lack the value, if they state different values, or if the value does not match {@code form}.
     *
     * @param one the value in the first field, or null
     * @param other the value in the second field, or null
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
                return nearest; // the entry is obfuscated or malformed, so the entries before it cannot be trusted
            }
            nearest = address;
            if (!isTrusted(nearest)) {
                return nearest;
            }
        }
        return nearest;
    }

    public boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /**
     * Returns the parameter {@code for} of each element of a {@code Forwarded} field, in reverse order. An element
     * without this parameter gives an empty string.
     */
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
     * Splits a header field at the separators outside of quotes, and returns the elements in reverse order. Reads the
     * text backwards. Otherwise, a client could send an unclosed quote, which would hide the entries that proxies
     * append.
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
