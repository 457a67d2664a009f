package dev.weir.reactive.netty;

import java.util.HashMap;
import java.util.Map;
import reactor.netty.tcp.SslProvider;

/**
 * Maps the server name that a TLS client requests (SNI, RFC 6066, 3) to a TLS context. Add all names before connections
 * use the map, because {@link #add} is not thread-safe.
 */
final class ServerNames {
    private final TlsContext byDefault;
    private final Map<String, TlsContext> byName = new HashMap<>();

    ServerNames(TlsContext byDefault) {
        this.byDefault = byDefault;
    }

    void add(String name, TlsContext context) {
        byName.put(name, context);
    }

    /**
     * Makes a server look up the TLS context for each new connection, so that each connection gets the latest
     * certificate. A client that sends no known server name gets the default context.
     */
    void apply(SslProvider.SslContextSpec server) {
        server.sslContext(byDefault.current().getSslContext())
                .setSniAsyncMappings((name, promise) -> promise.setSuccess(
                        (name == null ? byDefault : byName.getOrDefault(name, byDefault)).current()));
    }
}
