package dev.weir.access;

import dev.weir.network.Proxies;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives each request an id: the one that a trusted proxy has sent, or a new one. Thread-safe. Never blocks.
 *
 * <p>A new id has 16 hex digits. The ids of one process never repeat. The ids of two processes almost certainly differ,
 * because each process begins at a random number.
 */
public final class RequestIds {
    /** The header field for the id, in the request of a proxy and in the response. */
    public static final String FIELD = "X-Request-Id";

    /** Matches the ids that are taken from a proxy. They need no escapes in a field, in JSON and in a log line. */
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._~+/=:@-]{1,128}");

    /** 2^64 divided by the golden ratio. The number is odd, so its multiples repeat only after 2^64 steps. */
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private final Proxies proxies;
    private final AtomicLong next;

    /** @param seed a random number that another process does not have */
    public RequestIds(Proxies proxies, long seed) {
        this.proxies = proxies;
        this.next = new AtomicLong(seed);
    }

    /**
     * Returns the id of a request.
     *
     * @param given the value of the request's field {@link #FIELD}, or null. If the request has the field several
     *     times, the values joined by commas, which this method ignores
     * @param remote supplies the address of the connection's other end; called only if {@code given} is not null
     */
    public String of(@Nullable String given, Supplier<InetAddress> remote) {
        return given != null && SAFE.matcher(given).matches() && proxies.isTrusted(remote.get())
                ? given
                : HexFormat.of().toHexDigits(mixed(next.getAndAdd(STEP)));
    }

    /** Mixes the bits, so that ids do not reveal the number of requests. Different numbers stay different. */
    private static long mixed(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
