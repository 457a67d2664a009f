package dev.weir.clients;

import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client of a request by the API key, or without a key by the address ({@link Proxies}). Admits or refuses
 * the request. Thread-safe. Does no I/O, so an event loop may call it.
 */
public record Callers(Clients clients, Proxies proxies) {
    /**
     * Admits one download. The caller must call {@link Admission#leave} when the download ends.
     *
     * @param field looks up a request header field; returns null if absent, and joins repeated fields by commas
     * @throws RefusedException with the error response, if the download is refused
     */
    public Admission download(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.DOWNLOAD);
    }

    /**
     * Admits one subscription to events. The caller must call {@link Admission#leave} when the subscription ends.
     *
     * @param field looks up a request header field; returns null if absent, and joins repeated fields by commas
     * @throws RefusedException with the error response, if the subscription is refused
     */
    public Admission subscription(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.SUBSCRIPTION);
    }

    private Admission enter(Function<String, @Nullable String> field, InetAddress remote, Use use) {
        return new Admission(clients, clients.enter(key(field), proxies.client(field, remote), use), use);
    }

    /**
     * Admits one request to publish an event, and returns the client.
     *
     * @param field looks up a request header field; returns null if absent, and joins repeated fields by commas
     * @throws RefusedException with the error response, if the request is refused
     */
    public Client publish(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.publisher(key(field), proxies.client(field, remote));
    }

    /**
     * Admits one SOAP request or one request for the WSDL, and returns the client.
     *
     * @param field looks up a request header field; returns null if absent, and joins repeated fields by commas
     * @throws RefusedException with the error response, if the request is refused
     */
    public Client call(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.caller(key(field), proxies.client(field, remote));
    }

    private static @Nullable String key(Function<String, @Nullable String> field) {
        return ApiKey.presented(field.apply("Authorization"), field.apply("X-API-Key"));
    }

    /** Returns the header fields {@code RateLimit} and {@code RateLimit-Policy}, or none if there is no rate limit. */
    public Map<String, String> fields(Client client) {
        return clients.fields(client);
    }
}
