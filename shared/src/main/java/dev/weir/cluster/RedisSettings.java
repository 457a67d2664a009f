package dev.weir.cluster;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code weir.redis.*} of the connection to Redis.
 *
 * @param uri the address (redis:, or rediss: for TLS), user, password and database; if absent, nothing is shared
 * @param prefix the prefix of each key on Redis, so that several services can share one Redis
 * @param durable whether the operator promises that Redis never loses an acknowledged write
 * @param trustStore a PKCS#12 file with the trusted certificate authorities; by default, those of the JDK
 * @param trustStorePassword the password of the trust store
 */
public record RedisSettings(
        @Nullable String uri,
        @DefaultValue("weir:") String prefix,
        @DefaultValue("false") boolean durable,
        @Nullable Path trustStore,
        @DefaultValue("") String trustStorePassword) {
    private static final Set<String> SCHEMES = Set.of("redis", "rediss");
    /** The timeout for opening a connection. The TLS handshake and the first commands take several round trips. */
    private static final Duration GREETING = RedisLink.PATIENCE.multipliedBy(3);

    /** The maximum number of unanswered commands on one connection. Lettuce refuses more. */
    private static final int MOST_PENDING = 20_000;

    /**
     * Parses the address of Redis.
     *
     * @throws IllegalArgumentException if the text is not a valid address; the error message omits the password
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

    /** Returns the parsed {@code uri}. The {@code uri} must not be null. */
    RedisURI address() {
        return parse(uri == null ? "" : uri);
    }

    /** Returns the options for Lettuce, a Redis client. Lettuce does not reconnect, because {@link RedisLink} does. */
    ClientOptions options() {
        ClientOptions.Builder options = ClientOptions.builder()
                .autoReconnect(false)
                // Lettuce would set a timer for each command. SentCommands ends late commands, and needs
                // less CPU time. RedisChannel bounds its subscription, and a blocking read its connection's timeout.
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
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
