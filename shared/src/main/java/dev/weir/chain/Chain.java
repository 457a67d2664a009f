package dev.weir.chain;

import dev.weir.clients.ClientRequest;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the requests of {@code GET /chain?number=n&delay=30ms}, and computes the next call. In this experiment, a
 * server calls itself several times in a row, as a chain of calls. A request with a {@code number} above 0 makes the
 * server call itself with {@code number - 1}. The server answers the request when that call has been answered. A
 * request with {@code number} 0 makes no call, and is answered after {@code delay}. Each request of the chain is a
 * level ({@link ChainLevel}), and holds a connection while it waits. The parameter {@code depth} is 0 in the first
 * level, and grows by 1 with each call.
 *
 * <p>The setting {@code weir.chain.downstream} names another server to call instead of this one. An experiment can then
 * measure this server while the called server is slow.
 *
 * <p>Immutable. Does no I/O, so an event loop may call it.
 */
public final class Chain {
    /**
     * The largest {@code number} and {@code depth} of a request. Even with 20,000 file descriptors, a process cannot
     * hold so many levels of a chain, because each level needs two descriptors.
     */
    static final int MOST = 20_000;

    private static final Logger log = LoggerFactory.getLogger(Chain.class);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
    private static final Pattern DELAY = Pattern.compile("(\\d{1,7})(ms|s)");

    private final @Nullable URI downstream;
    private final Duration timeout;

    public Chain(ChainSettings settings) {
        this.downstream = settings.downstream() == null ? null : url(settings.downstream());
        this.timeout = settings.timeout();
    }

    /** Creates a {@code Chain}, and logs a warning that the server answers {@code GET /chain}. */
    public static Chain announced(ChainSettings settings) {
        Chain chain = new Chain(settings);
        log.warn(
                "GET /chain is on (weir.chain.enabled): any program on this machine can make this server call {}, up to"
                        + " {} calls deep",
                chain.downstream == null ? "itself" : chain.downstream,
                MOST);
        return chain;
    }

    /**
     * Parses the URL of the server that a chain of calls goes to.
     *
     * @throws IllegalArgumentException if the text is not an HTTP URL, or has more than scheme, host, port and path
     */
    public static URI url(String text) {
        URI url = URI.create(text);
        boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!isHttp
                || url.getHost() == null
                || url.getRawUserInfo() != null
                || url.getRawQuery() != null
                || url.getRawFragment() != null) {
            throw new IllegalArgumentException("must be an HTTP URL without a query, like http://127.0.0.1:9000");
        }
        return url;
    }

    /**
     * Reads the parameters of a request for a chain of calls. Admits the request only if it comes from this machine.
     * Refuses a request that a proxy has forwarded, because its sender may be on another machine.
     *
     * @throws RefusedException with the error response, if the request is refused
     */
    public ChainLevel enter(ClientRequest request) {
        if (!request.remote().isLoopbackAddress()
                || request.field("Forwarded") != null
                || request.field("X-Forwarded-For") != null) {
            throw new RefusedException(Problem.NOT_THIS_MACHINE);
        }
        return new ChainLevel(number(request, "number", null), number(request, "depth", "0"), delay(request), timeout);
    }

    /**
     * Returns the URL that a level of the chain calls next.
     *
     * @param scheme the scheme of the request that created this level, such as {@code http}
     * @param local the address and port at which the server has received that request
     */
    public URI next(ChainLevel level, String scheme, InetSocketAddress local) {
        String base = downstream == null ? scheme + "://" + host(local) : downstream.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base)
                + "/chain?number=" + (level.number() - 1)
                + "&depth=" + (level.depth() + 1)
                + "&delay=" + level.delay().toMillis() + "ms");
    }

    private static String host(InetSocketAddress local) {
        String address = local.getAddress().getHostAddress();
        return (local.getAddress() instanceof Inet6Address ? "[" + address + "]" : address) + ":" + local.getPort();
    }

    private static int number(ClientRequest request, String name, @Nullable String otherwise) {
        String text = first(request, name, otherwise);
        if (text == null || !NUMBER.matcher(text).matches() || Integer.parseInt(text) > MOST) {
            throw new RefusedException(Problem.BAD_CHAIN, name + ": must be a number from 0 to " + MOST);
        }
        return Integer.parseInt(text);
    }

    private Duration delay(ClientRequest request) {
        Matcher parts = DELAY.matcher(String.valueOf(first(request, "delay", "0ms")));
        Duration most = timeout.dividedBy(2); // each level waits at least this long (ChainLevel.patience)
        if (parts.matches()) {
            long amount = Long.parseLong(parts.group(1));
            Duration delay = parts.group(2).equals("s") ? Duration.ofSeconds(amount) : Duration.ofMillis(amount);
            if (delay.compareTo(most) <= 0) {
                return delay;
            }
        }
        throw new RefusedException(
                Problem.BAD_CHAIN, "delay: must be like 30ms or 2s, at most " + most.toMillis() + "ms");
    }

    private static @Nullable String first(ClientRequest request, String name, @Nullable String otherwise) {
        List<String> values = request.query(name);
        return values.isEmpty() ? otherwise : values.getFirst();
    }
}
