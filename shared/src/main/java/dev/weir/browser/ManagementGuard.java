package dev.weir.browser;

import dev.weir.problem.Problem;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Protects the management port against malicious web pages in the operator's browser. That browser can reach the port
 * even if other machines cannot. Immutable and thread-safe.
 * <ul>
 * <li>DNS rebinding: an attacker's host name resolves to the address of this server, so the browser treats the port as
 *     part of the attacker's site. The guard accepts a {@code Host} only if it is a configured name or the connection's
 *     local address.
 * <li>Cross-origin requests: the guard detects them by {@code Origin} (RFC 6454, 7) and {@code Sec-Fetch-Site} (Fetch
 *     Metadata). It accepts them if the method is safe (RFC 9110, 9.2.1) or the origin is configured, and refuses all
 *     others.
 * </ul>
 */
public final class ManagementGuard {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;
    private final Set<String> origins;

    /**
     * @param hosts the allowed host names and IP addresses, without a port; an IPv6 address is in brackets
     * @param origins the foreign origins that may use every method, such as {@code https://console.example}
     */
    public ManagementGuard(Collection<String> hosts, Collection<String> origins) {
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        this.origins = Set.copyOf(origins);
    }

    /**
     * Decides whether to refuse a request.
     *
     * @param host the {@code Host} or {@code :authority} of the request; null if absent, which is allowed
     * @param local the connection's local address, or null if it is unknown
     * @param origin the request's {@code Origin}, or null
     * @param fetchSite the request's {@code Sec-Fetch-Site}, or null
     * @return the error to send to the client, or null if the request is allowed
     */
    public @Nullable Problem refusal(
            String method,
            @Nullable String host,
            @Nullable InetAddress local,
            @Nullable String origin,
            @Nullable String fetchSite) {
        if (host != null && !isKnown(name(host), local)) {
            return Problem.UNKNOWN_HOST;
        }
        boolean allowed = origin != null && origins.contains(origin);
        return SAFE.contains(method) || allowed || (isOwn(origin, host) && isOwnSite(fetchSite))
                ? null
                : Problem.FOREIGN_ORIGIN;
    }

    /**
     * Refuses a {@code POST} request that has both a query and a body. The same field could have different values in
     * the query and in the body, and Spring would ignore the value in the body.
     *
     * @param query the query, or null
     * @param length the request's {@code Content-Length}, or null
     * @param coding the request's {@code Transfer-Encoding}, or null
     * @return the error to send to the client, or null if the request is allowed
     */
    public static @Nullable Problem contradiction(
            String method, @Nullable String query, @Nullable String length, @Nullable String coding) {
        return method.equals("POST") && hasBody(length, coding) && query != null && !query.isEmpty()
                ? Problem.FIELDS_TWICE
                : null;
    }

    /** Returns whether a request has a body, by its {@code Content-Length} and {@code Transfer-Encoding}. */
    public static boolean hasBody(@Nullable String length, @Nullable String coding) {
        return coding != null || (length != null && !length.equals("0"));
    }

    private boolean isKnown(String name, @Nullable InetAddress local) {
        return hosts.contains(name) || (local != null && local.equals(literal(name)));
    }

    private static @Nullable InetAddress literal(String name) {
        try {
            boolean bracketed = name.startsWith("[") && name.endsWith("]");
            return InetAddress.ofLiteral(bracketed ? name.substring(1, name.length() - 1) : name);
        } catch (IllegalArgumentException e) {
            return null; // the text is a name, not an address
        }
    }

    /**
     * Returns the host name or address in a {@code Host} field, in lower case. Removes the port, and a dot at the end
     * of the name.
     */
    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }

    private static boolean isOwn(@Nullable String origin, @Nullable String host) {
        return origin == null
                || (host != null
                        && (origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host)));
    }

    private static boolean isOwnSite(@Nullable String fetchSite) {
        return fetchSite == null || OWN_SITES.contains(fetchSite);
    }
}
