package dev.weir.clients;

import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Admits or refuses requests. A key in the request identifies the client. A client without a key is identified by its
 * address, which a trusted proxy may have forwarded ({@link Proxies}). Thread-safe. Does no I/O, so an event loop may
 * call it.
 */
public record Callers(Clients clients, Proxies proxies) {
    /**
     * Admits one download. Call {@link Admission#leave} when it ends.
     *
     * @param field returns the value of a header field, or null; joins several lines by commas
     * @throws RefusedException with the problem to send
     */
    public Admission download(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.DOWNLOAD);
    }

    /**
     * Admits one subscription. Call {@link Admission#leave} when it ends.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with the problem to send
     */
    public Admission subscription(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.SUBSCRIPTION);
    }

    private Admission enter(Function<String, @Nullable String> field, InetAddress remote, Use use) {
        return new Admission(clients, clients.enter(key(field), proxies.client(field, remote), use), use);
    }

    /**
     * Admits one request to publish an event.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with the problem to send
     */
    public Client publish(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.publisher(key(field), proxies.client(field, remote));
    }

    /**
     * Admits a SOAP call or a request for the WSDL.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with the problem to send
     */
    public Client call(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.caller(key(field), proxies.client(field, remote));
    }

    private static @Nullable String key(Function<String, @Nullable String> field) {
        return ApiKey.presented(field.apply("Authorization"), field.apply("X-API-Key"));
    }

    /** Returns the header fields {@code RateLimit} and {@code RateLimit-Policy}, which tell a client its limits. */
    public Map<String, String> fields(Client client) {
        return clients.fields(client);
    }
}
