package dev.weir.cluster;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code weir.redis.*}.
 *
 * @param uri {@code redis://} or, for TLS, {@code rediss://}, with the user, the password and the number of the
 *     database. Null keeps everything in memory
 * @param prefix the beginning of each key on Redis, so that several services can share one Redis
 * @param trustStore a PKCS#12 file with the certificates of the authorities that may issue the certificate of Redis; by
 *     default those of the JDK
 */
public record RedisSettings(
        @Nullable String uri,
        @DefaultValue("weir:") String prefix,
        @Nullable Path trustStore,
        @DefaultValue("") String trustStorePassword) {
    private static final Set<String> SCHEMES = Set.of("redis", "rediss");
    /** The time for the first commands on a connection, which take several round trips, and for a handshake of TLS. */
    private static final Duration GREETING = RedisLink.PATIENCE.multipliedBy(3);

    /** The largest number of commands without an answer on one connection. Lettuce refuses more. */
    private static final int MOST_PENDING = 20_000;

    /**
     * Parses the address of Redis.
     *
     * @throws IllegalArgumentException with a reason that does not show the password
     */
    public RedisURI parse(String text) {
        try {
            URI plain = URI.create(text);
            if (plain.getHost() != null && SCHEMES.contains(String.valueOf(plain.getScheme()))) {
                RedisURI address = RedisURI.create(text);
                address.setTimeout(GREETING);
                return address;
            }
        } catch (IllegalArgumentException e) {
            // The exception is dropped, because its message shows the password.
        }
        throw new IllegalArgumentException("must be like redis://user:password@host:6379/0, or rediss:// for TLS");
    }

    /** Returns the address. There must be a {@code uri}. */
    RedisURI address() {
        return parse(uri == null ? "" : uri);
    }

    /**
     * Returns options that make Lettuce send a command once, or refuse it if there is no connection. {@link RedisLink}
     * reconnects instead of Lettuce.
     */
    ClientOptions options() {
        ClientOptions.Builder options = ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MOST_PENDING)
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(RedisLink.PATIENCE)
                        .keepAlive(true)
                        .build());
        if (trustStore != null) {
            options.sslOptions(SslOptions.builder()
                    .jdkSslProvider()
                    .truststore(trustStore.toFile(), trustStorePassword)
                    .build());
        }
        return options.build();
    }

    @Override
    public String toString() {
        return "Redis[prefix=" + prefix + "]"; // hides the passwords
    }
}
