package dev.weir.contract.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ways in which requests reach a server: the version of HTTP, with or without TLS. */
public enum Transport {
    /** HTTP/1.1 in clear text. */
    CLEAR(null, false),
    /** HTTP/1.1 over TLS. */
    TLS("http/1.1", false),
    /** HTTP/2 over TLS, negotiated by ALPN. */
    H2("h2", true),
    /** HTTP/2 in clear text. The client uses HTTP/2 without negotiation (prior knowledge). */
    H2C(null, true);

    private final @Nullable String protocol;
    private final boolean isHttp2;

    Transport(@Nullable String protocol, boolean isHttp2) {
        this.protocol = protocol;
        this.isHttp2 = isHttp2;
    }

    public boolean isHttp2() {
        return isHttp2;
    }

    public List<String> settings() {
        if (protocol != null) {
            return Secured.SETTINGS;
        }
        return isHttp2 ? List.of("--server.http2.enabled=true") : List.of();
    }

    public boolean isSecured() {
        return protocol != null;
    }

    public Connection connect(String from, int port) {
        ClientSocket socket = new ClientSocket(from, port, protocol);
        return isHttp2 ? new Http2Connection(socket, Http2Connection.WINDOW) : new Http1Connection(socket);
    }

    public Http2Connection connect(String from, int port, int streamWindow) {
        return new Http2Connection(new ClientSocket(from, port, protocol), streamWindow);
    }

    /** Holds the settings for TLS. All servers share one certificate, which is created when it is first needed. */
    private static final class Secured {
        static final List<String> SETTINGS = List.of(TlsStore.create().settings());
    }
}
