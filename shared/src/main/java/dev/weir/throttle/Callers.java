package dev.weir.throttle;

import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets requests in by who sends them: by key, or by address behind trusted proxies. Thread-safe, as {@link Clients}. */
public record Callers(Clients clients, Proxies proxies) {
    /**
     * Admits one download, which must {@link #leave} once.
     *
     * @param field the value of a request's header field by name, several lines of it joined by commas; or null
     * @throws RefusedException with what the client is told
     */
    public Client enter(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.enter(key(field), proxies.client(field, remote), Use.DOWNLOAD);
    }

    /**
     * Admits one subscription, which must {@link #unsubscribe} once.
     *
     * @param field as in {@link #enter}
     * @throws RefusedException with what the client is told
     */
    public Client subscribe(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.enter(key(field), proxies.client(field, remote), Use.SUBSCRIPTION);
    }

    /**
     * Admits one event.
     *
     * @param field as in {@link #enter}
     * @throws RefusedException with what the client is told
     */
    public Client publish(Function<String, @Nullable String> field, InetAddress remote) {
        return clients.publisher(key(field), proxies.client(field, remote));
    }

    /**
     * Admits one call of the SOAP service, or who asks what it does.
     *
     * @param field as in {@link #enter}
     * @throws RefusedException with what the client is told
     */
    public void call(Function<String, @Nullable String> field, InetAddress remote) {
        clients.caller(key(field), proxies.client(field, remote));
    }

    private static @Nullable String key(Function<String, @Nullable String> field) {
        return ApiKey.presented(field.apply("Authorization"), field.apply("X-API-Key"));
    }

    /** What the client is told of its plan. */
    public Map<String, String> fields(Client client) {
        return clients.fields(client);
    }

    /** The download ended, however it did. */
    public void leave(Client client) {
        clients.leave(client, Use.DOWNLOAD);
    }

    /** The subscription ended, however it did. */
    public void unsubscribe(Client client) {
        clients.leave(client, Use.SUBSCRIPTION);
    }
}
