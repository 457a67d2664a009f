package dev.weir.browser;

import dev.weir.problem.Problem;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pages in the operator's browser from using the management port, which that browser can reach.
 *
 * <p>DNS rebinding: {@code evil.example} resolves its name to 127.0.0.1. The browser then takes the requests of its
 * page for same-origin, and only their {@code Host} shows where the page is from. So {@code Host} must be a configured
 * name, or the literal local address of the connection.
 *
 * <p>Cross-origin requests: a foreign page can also use a right {@code Host}. Then {@code Origin} (RFC 6454, 7) or
 * {@code Sec-Fetch-Site} (Fetch Metadata) shows that it is foreign. The browser does not let that page read a response,
 * and this class does not let it change anything.
 *
 * <p>Immutable; any thread.
 */
public final class ManagementGuard {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;
    private final Set<String> origins;

    /**
     * @param hosts allowed names and addresses without a port, IPv6 in brackets
     * @param origins foreign origins whose pages may also change things
     */
    public ManagementGuard(Collection<String> hosts, Collection<String> origins) {
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        this.origins = Set.copyOf(origins);
    }

    /**
     * Decides whether a request must be refused.
     *
     * @param host the request's {@code Host} or {@code :authority}; null if it has none, which no browser sends
     * @param local the server's address of the connection
     * @param origin the request's {@code Origin}, or null
     * @param fetchSite the request's {@code Sec-Fetch-Site}, or null
     * @return the problem to answer, or null when the request is allowed
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

    /** The host without its port, and without the dot that may end a fully qualified name. */
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
