package dev.weir.reactive.netty;

import java.util.HashMap;
import java.util.Map;
import reactor.netty.tcp.SslProvider;

/**
 * Finds the TLS context for the server name that a client asks for (SNI, RFC 6066, 3). Not thread-safe while names are
 * added.
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
     * Makes a server look up the context of each new connection, with or without a server name. So a connection gets
     * the latest certificate. The event loop looks up and uses a context within one task, as {@link TlsContext} needs.
     */
    void apply(SslProvider.SslContextSpec server) {
        server.sslContext(byDefault.current().getSslContext())
                .setSniAsyncMappings((name, promise) -> promise.setSuccess(
                        (name == null ? byDefault : byName.getOrDefault(name, byDefault)).current()));
    }
}
