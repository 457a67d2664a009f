package dev.weir.clients;

import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Admits or refuses requests. Identifies the client by the key in the request. If the request has no key, identifies
 * the client by its address, which a trusted proxy may have forwarded ({@link Proxies}). Thread-safe. Does no I/O, so
 * an event loop may call it.
 */
public record Callers(Clients clients, Proxies proxies) {
    /**
     * Admits one download. The caller must call {@link Admission#leave} when the download ends.
     *
     * @param field returns the value of a header field of the request, or null; joins several lines of the field by
     *     commas
     * @throws RefusedException if the request is refused; the exception carries the problem to send
     */
    public Admission download(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.DOWNLOAD);
    }

    /**
     * Admits one subscription. The caller must call {@link Admission#leave} when the subscription ends.
     *
     * @param field as in {@link #download}
     * @throws RefusedException if the request is refused; the exception carries the problem to send
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
     * @throws RefusedException if the request is refused; the exception carries the problem to send
     */
    public Client publish(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.publisher(key(field), proxies.client(field, remote));
    }

    /**
     * Admits one request to the SOAP service: a call, or a request for the WSDL.
     *
     * @param field as in {@link #download}
     * @throws RefusedException if the request is refused; the exception carries the problem to send
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
