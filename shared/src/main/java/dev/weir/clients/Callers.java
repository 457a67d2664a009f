package dev.weir.clients;

import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets requests in by who sends them: by key, or by address behind trusted proxies. Thread-safe, as {@link Clients}. */
public record Callers(Clients clients, Proxies proxies) {
    /**
     * Admits one download, which must {@link Admission#leave} once.
     *
     * @param field the value of a request's header field by name, several lines of it joined by commas; or null
     * @throws RefusedException with what the client is told
     */
    public Admission download(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.DOWNLOAD);
    }

    /**
     * Admits one subscription, which must {@link Admission#leave} once.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with what the client is told
     */
    public Admission subscription(Function<String, @Nullable String> field, InetAddress remote) {
        return enter(field, remote, Use.SUBSCRIPTION);
    }

    private Admission enter(Function<String, @Nullable String> field, InetAddress remote, Use use) {
        return new Admission(clients, clients.enter(key(field), proxies.client(field, remote), use), use);
    }

    /**
     * Admits one event.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with what the client is told
     */
    public Client publish(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.publisher(key(field), proxies.client(field, remote));
    }

    /**
     * Admits one call of the SOAP service, or who asks what it does.
     *
     * @param field as in {@link #download}
     * @throws RefusedException with what the client is told
     */
    public Client call(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.caller(key(field), proxies.client(field, remote));
    }

    private static @Nullable String key(Function<String, @Nullable String> field) {
        return ApiKey.presented(field.apply("Authorization"), field.apply("X-API-Key"));
    }

    /** What the client is told of its plan. */
    public Map<String, String> fields(Client client) {
        return clients.fields(client);
    }
}
