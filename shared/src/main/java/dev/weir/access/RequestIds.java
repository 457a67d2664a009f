package dev.weir.access;

import dev.weir.network.Proxies;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives each request an id. The id is the one that a trusted proxy has sent, or a new id. Thread-safe. Never blocks.
 *
 * <p>A new id has 16 hex digits. The ids of one process never repeat. The ids of two processes almost certainly differ,
 * because each process begins at a random number.
 */
public final class RequestIds {
    /**
     * The header field that contains the request's id. A proxy sends it in the request. The server sends it in the
     * response.
     */
    public static final String FIELD = "X-Request-Id";

    /**
     * Matches the ids that the server accepts from a proxy. They need no escapes in a header field, in JSON or in a log
     * line.
     */
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._~+/=:@-]{1,128}");

    /**
     * The difference between two successive numbers from which ids are made. It is 2^64 divided by the golden ratio. It
     * is odd, so the numbers repeat only after 2^64 steps.
     */
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private final Proxies proxies;
    private final AtomicLong next;

    /** @param seed a random number, which no other process is likely to have */
    public RequestIds(Proxies proxies, long seed) {
        this.proxies = proxies;
        this.next = new AtomicLong(seed);
    }

    /**
     * Returns the id of a request.
     *
     * @param given the value of the request's field {@link #FIELD}, or null. Repeated fields are joined by commas, and
     *     this method ignores a value with a comma
     * @param remote supplies the address of the connection's peer; not called if {@code given} is null
     */
    public String of(@Nullable String given, Supplier<InetAddress> remote) {
        return given != null && SAFE.matcher(given).matches() && proxies.isTrusted(remote.get())
                ? given
                : HexFormat.of().toHexDigits(mixed(next.getAndAdd(STEP)));
    }

    /**
     * Mixes the bits of a number, so that ids do not reveal how many requests there were. Two different numbers never
     * give the same result.
     */
    private static long mixed(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
