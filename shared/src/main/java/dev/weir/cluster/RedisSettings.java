package dev.weir.cluster;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The keys {@code weir.redis.*}.
 *
 * @param uri {@code redis://} or, for TLS, {@code rediss://}, with the user, the password and the number of the
 *     database; null keeps everything in memory
 * @param prefix begins each key, so that several services can share one Redis
 * @param trustStore PKCS#12 with the certificates that may have issued the one of Redis; by default those of the JDK
 */
public record RedisSettings(
        @Nullable String uri,
        @DefaultValue("weir:") String prefix,
        @Nullable Path trustStore,
        @DefaultValue("") String trustStorePassword) {
    private static final Set<String> SCHEMES = Set.of("redis", "rediss");
    /** Commands that were sent or wait to be sent. More are refused. */
    private static final int MOST_PENDING = 20_000;

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException with a reason that does not show the password
     */
    public RedisURI parse(String text) {
        try {
            URI plain = URI.create(text);
            if (plain.getHost() != null && SCHEMES.contains(String.valueOf(plain.getScheme()))) {
                RedisURI address = RedisURI.create(text);
                address.setTimeout(RedisLink.PATIENCE);
                return address;
            }
        } catch (IllegalArgumentException e) {
            // The message of the exception has the password.
        }
        throw new IllegalArgumentException("must be like redis://user:password@host:6379/0, or rediss:// for TLS");
    }

    /** The address. Only for a service that has one. */
    RedisURI address() {
        return parse(uri == null ? "" : uri);
    }

    /** Each command is sent once, or fails at once if there is no connection. {@link RedisLink} connects again itself. */
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
