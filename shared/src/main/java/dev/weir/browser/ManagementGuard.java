package dev.weir.browser;

import dev.weir.problem.Problem;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Protects the management port against malicious web pages in the operator's browser. This browser can reach the port
 * even if other machines cannot.
 *
 * <p>The first attack is DNS rebinding. {@code evil.example} resolves its name to 127.0.0.1. A page of {@code
 * evil.example} can then send requests to the management port, and the browser treats them as same-origin. The field
 * {@code Host} of these requests still contains {@code evil.example}. So this class accepts only a configured name, or
 * the connection's local address as an IP literal.
 *
 * <p>The second attack is a cross-origin request with a valid {@code Host}. {@code Origin} (RFC 6454, 7) or {@code
 * Sec-Fetch-Site} (Fetch Metadata) reveals such a request. This class refuses it if its method is not safe (RFC 9110,
 * 9.2.1). A safe method changes nothing, and the browser does not let the foreign page read the response.
 *
 * <p>Immutable and thread-safe.
 */
public final class ManagementGuard {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;
    private final Set<String> origins;

    /**
     * @param hosts the allowed names and addresses without a port; an IPv6 address is in brackets
     * @param origins the foreign origins whose pages may use every method
     */
    public ManagementGuard(Collection<String> hosts, Collection<String> origins) {
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        this.origins = Set.copyOf(origins);
    }

    /**
     * Decides whether to refuse a request.
     *
     * @param host the request's {@code Host} or {@code :authority}, or null if the request has neither. Browsers always
     *     send one
     * @param local the address of the server's end of the connection, or null if it is unknown
     * @param origin the request's {@code Origin}, or null
     * @param fetchSite the request's {@code Sec-Fetch-Site}, or null
     * @return the problem to send, or null if the request is allowed
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
     * Removes the port from a host, and the final dot from a fully qualified name. Returns the result in lower case.
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
