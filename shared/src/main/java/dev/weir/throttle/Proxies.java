package dev.weir.throttle;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who calls through proxies: what {@code Forwarded} (RFC 7239) says, or else {@code X-Forwarded-For}, as far as trusted
 * proxies have said it.
 *
 * <p>Each proxy appends the address that called it. So the list is read from its end, and the first address that is no
 * trusted proxy's is the client: what stands before it, the client may have written itself. Immutable.
 */
public final class Proxies {
    /** Commas within quotes part nothing. */
    private static final Pattern COMMA = Pattern.compile(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");

    private static final Pattern FOR = Pattern.compile("(?i)(?:^|;)[ \\t]*for=(\"[^\"]*\"|[^;,\"]*)");
    private static final Pattern IPV6 = Pattern.compile("\\[([^\\]]*)\\](?::\\S+)?");
    private static final Pattern IPV4_WITH_PORT = Pattern.compile("([0-9.]+):\\S+");

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
        InetAddress nearest = remote;
        if (isTrusted(remote)) {
            for (String hop : hops(field).reversed()) {
                InetAddress address = address(hop);
                if (address == null) {
                    return nearest; // hidden, or nonsense: nobody knows what stands before it
                }
                nearest = address;
                if (!isTrusted(nearest)) {
                    return nearest;
                }
            }
        }
        return nearest;
    }

    private boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    private static List<String> hops(Function<String, @Nullable String> field) {
        String forwarded = field.apply("Forwarded");
        String others = field.apply("X-Forwarded-For");
        List<String> hops = new ArrayList<>();
        if (forwarded != null) {
            for (String element : COMMA.split(forwarded, -1)) {
                Matcher from = FOR.matcher(element.strip());
                hops.add(from.find() ? from.group(1).replace("\"", "").strip() : "");
            }
        } else if (others != null) {
            for (String hop : others.split(",", -1)) {
                hops.add(hop.strip());
            }
        }
        return hops;
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
