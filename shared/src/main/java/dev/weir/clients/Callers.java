package dev.weir.clients;

import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Admits requests. Finds the client by its key, or by its address behind trusted proxies. Thread-safe, and never waits
 * for I/O, so an event loop may call it.
 */
public record Callers(Clients clients, Proxies proxies) {
    /**
     * Admits one download. The caller must {@link Admission#leave} once.
     *
     * @param field gives the value of a request's header field by name, several lines joined by commas, or null
     * @throws RefusedException with the problem to answer
     */
    public Admission download(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.DOWNLOAD);
    }

    /**
     * Admits one subscription. The caller must {@link Admission#leave} once.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with the problem to answer
     */
    public Admission subscription(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.SUBSCRIPTION);
    }

    private Admission enter(Function<String, @Nullable String> field, InetAddress remote, Use use) {
        return new Admission(clients, clients.enter(key(field), proxies.client(field, remote), use), use);
    }

    /**
     * Admits one event to be published.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with the problem to answer
     */
    public Client publish(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.publisher(key(field), proxies.client(field, remote));
    }

    /**
     * Admits one request to the SOAP service: a call, or a request for its WSDL.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with the problem to answer
     */
    public Client call(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.caller(key(field), proxies.client(field, remote));
    }

    private static @Nullable String key(Function<String, @Nullable String> field) {
        return ApiKey.presented(field.apply("Authorization"), field.apply("X-API-Key"));
    }

    /** The RateLimit header fields that tell a client its limits. */
    public Map<String, String> fields(Client client) {
        return clients.fields(client);
    }
}
