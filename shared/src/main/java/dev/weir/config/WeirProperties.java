package dev.weir.config;

import dev.weir.cluster.RedisSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The keys {@code weir.*} as they are written. {@link Settings} checks them.
 *
 * @param trustedProxies addresses and networks of the proxies whose forwarding fields count
 * @param model how the servlet server waits; the reactive server has one way only
 * @param style whether the server bypasses its framework where that is cheaper
 * @param tuning the bypasses, one by one
 */
@ConfigurationProperties("weir")
public record WeirProperties(
        @DefaultValue Files files,
        @DefaultValue ThrottleProperties throttle,
        @DefaultValue Map<String, PlanProperties> plans,
        @DefaultValue List<ClientProperties> clients,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue Events events,
        @DefaultValue Soap soap,
        @DefaultValue Http2 http2,
        @DefaultValue ConnectionProperties connections,
        @DefaultValue Management management,
        @DefaultValue RedisSettings redis,
        @DefaultValue("async") Model model,
        @DefaultValue("tuned") Style style,
        @DefaultValue Tuning tuning) {

    /**
     * The files under {@code /files}.
     *
     * @param root folder that is served; without one, built-in samples
     * @param hidden whether to serve files with a path segment that begins with a dot
     * @param maxDownloads the most downloads at once, of all clients together
     * @param minProgress the least that a client must read of its grants; a slower client is cut off
     */
    public record Files(
            @Nullable Path root,
            @DefaultValue("false") boolean hidden,
            @DefaultValue("19000") int maxDownloads,
            @DefaultValue("1KB in 60s") MinProgress minProgress) {}

    /**
     * The bucket that all clients share.
     *
     * @param rate bytes a second; 0 means no limit
     * @param chunkTime the time whose bytes, at the client's rate, bound one grant. A longer time makes gaps between
     *     arrivals visible. A shorter time makes the cost per grant larger than the cost of its bytes. The report has a
     *     drawing of cost against smoothness.
     * @param maxClients the most clients by address that are remembered
     */
    public record ThrottleProperties(
            @DefaultValue("20000KB") DataSize rate,
            @DefaultValue("20000KB") DataSize capacity,
            @DefaultValue("250ms") Duration chunkTime,
            @DefaultValue("100000") int maxClients) {}

    /** Limits and rights of a client; see {@link dev.weir.clients.Plan}. The default capacity is one chunk. */
    public record PlanProperties(
            @DefaultValue("200KB") DataSize rate,
            @Nullable DataSize capacity,
            @DefaultValue("1") int weight,
            @DefaultValue("64") int maxDownloads,
            @DefaultValue("64") int maxSubscribers,
            @DefaultValue("100") int requestsPerSecond,
            @DefaultValue("false") boolean blocked,
            @DefaultValue("false") boolean publish) {}

    /** Assigns a plan to a client: to the holder of the key, or to callers from the network. */
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
     * @param history the most events kept for clients that come back
     * @param historySize the most bytes kept; an event counts with its SSE form and its JSON form
     * @param heartbeat the longest time without a byte on a stream
     * @param stallLimit the longest time that a subscriber may take to read one batch
     * @param publisherToken key of the client {@code publisher}, which may publish; without one, the server makes one
     *     at the start
     * @param allowedOrigins other origins whose pages may read events
     * @param maxSubscribers the most streams and polls at once, of all clients together
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
     * The SOAP service. Without stores, the server makes development keys at the start.
     *
     * @param keyStore PKCS#12 with the private key {@code server}
     * @param trustStore PKCS#12 with the certificates that may call, or with those of their issuers
     * @param signatureKey name of the private key that signs responses, if it is not {@code server}
     * @param subjects regular expression; the whole subject name (RFC 2253) of a calling certificate must match it
     * @param revoked file of revocation lists (RFC 5280, 5)
     * @param timeToLive the longest time for which a message is accepted
     * @param crypto what computes with the keys
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

    /**
     * Limits of HTTP/2, which {@code server.http2.enabled} turns on.
     *
     * @param maxConcurrentStreams the most requests at once on one connection
     */
    public record Http2(@DefaultValue("100") int maxConcurrentStreams) {}

    /**
     * Limits of a connection before its client is known; see {@link dev.weir.connection.ConnectionLimits}.
     *
     * @param max the most open connections of all addresses together, on the reactive server; Tomcat has its own key
     * @param maxPerAddress the most open connections of one client address
     * @param headTimeout the longest time in which a request's head must arrive
     * @param bodyTimeout the longest time in which no byte of a body arrives
     * @param bodyRate bytes a second at which a body must arrive after that time
     * @param sendBuffer bytes of a response that the kernel keeps for a client
     */
    public record ConnectionProperties(
            @DefaultValue("19000") int max,
            @DefaultValue("1000") int maxPerAddress,
            @DefaultValue("30s") Duration headTimeout,
            @DefaultValue("10s") Duration bodyTimeout,
            @DefaultValue("16KB") DataSize bodyRate,
            @DefaultValue("64KB") DataSize sendBuffer) {}

    /**
     * Browsers' access to the management port; see {@link dev.weir.browser.ManagementGuard}.
     *
     * @param hosts names and addresses, without a port, that a request may have as its host; the address of the
     *     connection is also allowed
     */
    public record Management(
            @DefaultValue({"localhost", "127.0.0.1", "[::1]"})
            List<String> hosts) {}

    /** How the servlet server waits. */
    public enum Model {
        ASYNC,
        VIRTUAL,
        BLOCKING
    }

    /**
     * The bypasses of the style {@code tuned}. Each can be turned off for measuring. {@code docs/ladder.md} gives the
     * worth of each.
     *
     * @param directCalls call a controller's method without the framework's resolving of arguments and results
     * @param fileRegions let the kernel copy a file to the socket
     * @param streamConnection take the connection of an event stream from the server, and free what the server keeps
     *     for a request (Tomcat)
     * @param sharedBuffers write an event to all subscribers of an event loop from one buffer (reactive)
     * @param smallBuffers make the buffers of connections and requests as small as waiting requests allow (Tomcat)
     * @param readerBuffer shrink the buffer that Tomcat keeps for a {@code Reader}, through a private field (Tomcat)
     */
    public record Tuning(
            @DefaultValue("true") boolean directCalls,
            @DefaultValue("true") boolean fileRegions,
            @DefaultValue("true") boolean streamConnection,
            @DefaultValue("true") boolean sharedBuffers,
            @DefaultValue("true") boolean smallBuffers,
            @DefaultValue("true") boolean readerBuffer) {}

    /** Whether a server bypasses its framework. */
    public enum Style {
        /** Bypasses the framework where that was measured to be cheaper. */
        TUNED,
        /** Uses the framework as its reference documentation shows, for comparison. */
        IDIOMATIC
    }
}
