package dev.weir.config;

import dev.weir.access.AccessSettings;
import dev.weir.chain.ChainSettings;
import dev.weir.clients.keys.KeySettings;
import dev.weir.cluster.RedisSettings;
import dev.weir.connection.ConnectionProperties;
import dev.weir.connection.Http2Settings;
import dev.weir.signing.SigningSettings;
import dev.weir.tls.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The unchecked values of the configuration keys {@code weir.*}. {@link Settings} checks them. The build copies the
 * {@code @param} texts to {@code spring-configuration-metadata.json}, for editors to show.
 *
 * @param plans the limits and rights of clients, by the name of the plan
 * @param clients the assignments of plans to clients; any other client has the plan named default
 * @param clientKeys where the server keeps the API keys that operators add, move and revoke at run time
 * @param trustedProxies the addresses and networks of proxies whose Forwarded or X-Forwarded-For the server trusts
 * @param model the threading model of the servlet server
 * @param style whether the server bypasses the framework where this is faster, or uses plain Spring
 */
@ConfigurationProperties("weir")
public record WeirProperties(
        @DefaultValue Files files,
        @DefaultValue ThrottleProperties throttle,
        @DefaultValue Map<String, PlanProperties> plans,
        @DefaultValue List<ClientProperties> clients,
        @DefaultValue @NestedConfigurationProperty KeySettings clientKeys,
        @DefaultValue @NestedConfigurationProperty SigningSettings signing,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue Events events,
        @DefaultValue Soap soap,
        @DefaultValue @NestedConfigurationProperty Http2Settings http2,
        @DefaultValue @NestedConfigurationProperty TlsSettings tls,
        @DefaultValue @NestedConfigurationProperty ConnectionProperties connections,
        @DefaultValue @NestedConfigurationProperty ManagementSettings management,
        @DefaultValue @NestedConfigurationProperty AccessSettings accessLog,
        @DefaultValue @NestedConfigurationProperty RedisSettings redis,
        @DefaultValue @NestedConfigurationProperty ChainSettings chain,
        @DefaultValue("async") Model model,
        @DefaultValue("tuned") Style style,
        @DefaultValue Tuning tuning) {

    /**
     * The files under {@code /files}.
     *
     * @param root the folder to serve; without it, the server offers built-in samples
     * @param hidden whether to serve files with a path segment that begins with a dot
     * @param maxDownloads the most downloads at the same time, over all clients
     * @param minProgress how fast a client must read; the server closes the connection of a slower client
     * @param cacheTime how long memory may hold an outdated copy of a small file; 0 turns the memory cache off
     */
    public record Files(
            @Nullable Path root,
            @DefaultValue("false") boolean hidden,
            @DefaultValue("19000") int maxDownloads,
            @DefaultValue("1KB in 60s") MinProgress minProgress,
            @DefaultValue("500ms") Duration cacheTime) {}

    /**
     * The global token bucket, which all clients share.
     *
     * @param rate bytes per second of all clients together; 0 means no limit
     * @param capacity the most bytes that the bucket holds
     * @param chunkTime the usual time between two sends of a download
     * @param maxChunkTime the longest time between two sends, while many clients wait
     * @param maxClients the most clients without an API key that the server remembers
     */
    public record ThrottleProperties(
            @DefaultValue("20000KB") DataSize rate,
            @DefaultValue("20000KB") DataSize capacity,
            @DefaultValue("250ms") Duration chunkTime,
            @DefaultValue("1s") Duration maxChunkTime,
            @DefaultValue("100000") int maxClients) {}

    /**
     * The limits and rights of a client. A null capacity means the size of one {@link dev.weir.throttle.Chunk}. A null
     * list of folders or topics allows all folders or topics. {@link PlanSettings} refuses an empty list.
     */
    public record PlanProperties(
            @DefaultValue("200KB") DataSize rate,
            @Nullable DataSize capacity,
            @DefaultValue("1") int weight,
            @DefaultValue("64") int maxDownloads,
            @DefaultValue("64") int maxSubscribers,
            @DefaultValue("100") int requestsPerSecond,
            @DefaultValue("false") boolean blocked,
            @DefaultValue("false") boolean publish,
            @Nullable List<String> readFolders,
            @Nullable List<String> readTopics,
            @Nullable List<String> publishTopics) {}

    /**
     * Assigns a plan to the client with the API key {@code key} or to keyless clients in the network {@code address}.
     */
    public record ClientProperties(
            @Nullable String key,
            @Nullable String address,
            @DefaultValue("default") String plan) {
        @Override
        public String toString() {
            return "Client[address=" + address + ", plan=" + plan + "]"; // hides the key
        }
    }

    /**
     * The events under {@code /events}.
     *
     * @param history the most events that the log keeps
     * @param historySize the most bytes that the log keeps; each event is stored in two encodings, and both count
     * @param heartbeat the longest time without data on an event stream
     * @param stallLimit the server closes a stream whose client does not read a batch of events within this time
     * @param publisherToken the API key of the event publisher; without it, the server creates a random key
     * @param allowedOrigins the foreign web origins whose pages may read events (CORS)
     * @param maxSubscribers the most event streams and long polls at the same time, over all clients
     */
    public record Events(
            @DefaultValue("65536") int history,
            @DefaultValue("64MB") DataSize historySize,
            @DefaultValue("15s") Duration heartbeat,
            @DefaultValue("30s") Duration stallLimit,
            @Nullable String publisherToken,
            @DefaultValue List<String> allowedOrigins,
            @DefaultValue("19000") int maxSubscribers) {
        @Override
        public String toString() {
            return "Events[history=" + history + ", allowedOrigins=" + allowedOrigins + "]"; // hides the token
        }
    }

    /**
     * The SOAP service. If {@code keyStore} and {@code trustStore} are null, the server creates development keys.
     *
     * @param keyStore a PKCS#12 file with a private key that has the alias "server"
     * @param keyStorePassword the password of the key store and of its private keys
     * @param trustStore a PKCS#12 file with the certificates of the permitted clients or of their issuers
     * @param trustStorePassword the password of the trust store
     * @param signatureKey the alias of the private key that signs responses
     * @param subjects a regular expression for the whole subject name (RFC 2253) of a client's certificate
     * @param revoked a file with certificate revocation lists (RFC 5280, 5); without it, nothing is revoked
     * @param timeToLive the maximum age of an accepted message
     * @param crypto the provider that computes with the keys
     */
    public record Soap(
            @Nullable Path keyStore,
            @DefaultValue("") String keyStorePassword,
            @Nullable Path trustStore,
            @DefaultValue("") String trustStorePassword,
            @DefaultValue("server") String signatureKey,
            @DefaultValue(".*") String subjects,
            @Nullable Path revoked,
            @DefaultValue("60s") Duration timeToLive,
            @DefaultValue("auto") SoapCrypto crypto) {
        @Override
        public String toString() {
            return "Soap[keyStore=" + keyStore + ", trustStore=" + trustStore + "]"; // hides the passwords
        }
    }

    public enum Model {
        ASYNC,
        VIRTUAL,
        BLOCKING
    }

    /**
     * Switches for single optimizations of the style {@code tuned}. Turn one off to measure its effect.
     *
     * @param directCalls whether to call controllers without the framework's argument and result handling
     * @param fileRegions whether the kernel copies files to the socket (sendfile)
     * @param streamConnection whether to write event streams directly to their connections
     * @param sharedBuffers whether to encode an event once for all subscribers of an event loop (reactive server)
     * @param asciiFields whether Netty gets header fields as AsciiStrings, which it encodes faster (reactive server)
     * @param smallBuffers whether to shrink the buffers that Tomcat keeps for a waiting request (Tomcat)
     * @param readerBuffer whether to shrink the buffer that Tomcat keeps for the reader of a request (Tomcat)
     */
    public record Tuning(
            @DefaultValue("true") boolean directCalls,
            @DefaultValue("true") boolean fileRegions,
            @DefaultValue("true") boolean streamConnection,
            @DefaultValue("true") boolean sharedBuffers,
            @DefaultValue("true") boolean asciiFields,
            @DefaultValue("true") boolean smallBuffers,
            @DefaultValue("true") boolean readerBuffer) {}

    /** Whether the server bypasses the framework where this is faster, or follows the framework's documentation. */
    public enum Style {
        TUNED,
        IDIOMATIC
    }
}
