package dev.weir.watch.page;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that another website makes through the user's browser. Stateless.
 *
 * <ul>
 * <li>The host must be a loopback name. This refuses a foreign domain name that resolves to this machine (DNS
 * rebinding).
 * <li>A POST request must come from a page of this server ({@code Origin}), and contain JSON. A browser sends the field
 * {@code Origin} with every POST.
 * </ul>
 */
final class RequestGuard {
    static final int ADMITTED = 200;

    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final String JSON = "application/json";

    /** Returns {@link #ADMITTED} if the request is allowed, otherwise the HTTP status of the refusal. */
    static int status(String method, @Nullable String host, @Nullable String origin, @Nullable String contentType) {
        if (host == null || !isOfThisMachine(host)) {
            return 421;
        }
        return switch (method) {
            case "GET" -> ADMITTED;
            case "POST" -> !("http://" + host).equals(origin) ? 403 : !JSON.equals(contentType) ? 415 : ADMITTED;
            default -> 405;
        };
    }

    private static boolean isOfThisMachine(String host) {
        try {
            String name = URI.create("http://" + host + "/").getHost();
            return name != null && HOSTS.contains(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private RequestGuard() {}
}
