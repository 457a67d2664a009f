package dev.weir.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The keys {@code weir.*} as they are written. {@link Settings} says what they mean, and refuses what makes no sense.
 *
 * @param trustedProxies addresses and networks of proxies whose word about the caller's address counts
 * @param model how the servlet server waits; the reactive server has one way
 * @param style whether the server goes past its framework where that is cheaper
 * @param tuning where it does so
 */
@ConfigurationProperties("weir")
public record WeirProperties(
        @DefaultValue Files files,
        @DefaultValue Throttle throttle,
        @DefaultValue Map<String, Plan> plans,
        @DefaultValue List<Client> clients,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue Events events,
        @DefaultValue Soap soap,
        @DefaultValue Http2 http2,
        @DefaultValue Connections connections,
        @DefaultValue Management management,
        @DefaultValue("async") Model model,
        @DefaultValue("tuned") Style style,
        @DefaultValue Tuning tuning) {

    /**
     * What is served under {@code /files}.
     *
     * @param root folder that is served; without one, built-in samples
     * @param hidden whether files are served of whose names a segment begins with a dot
     * @param maxDownloads downloads at once over all clients
     * @param minProgress what a client must take of a grant, or it is cut off
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
     * @param chunkTime what one grant may take of a second at the client's rate. Longer, and a gap between arrivals is
     *     seen; shorter, and what a grant costs beside its bytes is most of the cost. See the report's drawing of cost
     *     against smoothness.
     * @param maxClients clients by address that are remembered
     */
    public record Throttle(
            @DefaultValue("20000KB") DataSize rate,
            @DefaultValue("20000KB") DataSize capacity,
            @DefaultValue("250ms") Duration chunkTime,
            @DefaultValue("100000") int maxClients) {}

    /** Limits and rights of a client; see {@link dev.weir.clients.Plan}. Without a capacity, one chunk. */
    public record Plan(
            @DefaultValue("200KB") DataSize rate,
            @Nullable DataSize capacity,
            @DefaultValue("1") int weight,
            @DefaultValue("64") int maxDownloads,
            @DefaultValue("64") int maxSubscribers,
            @DefaultValue("100") int requestsPerSecond,
            @DefaultValue("false") boolean blocked,
            @DefaultValue("false") boolean publish) {}

    /** Who has a plan: whoever presents the key, or calls from the network. */
    public record Client(
            @Nullable String key,
            @Nullable String address,
            @DefaultValue("default") String plan) {
        @Override
        public String toString() {
            return "Client[address=" + address + ", plan=" + plan + "]"; // not the key
        }
    }

    /**
     * What is pushed under {@code /events}.
     *
     * @param history events kept for those who come back
     * @param historySize bytes of those kept, in both forms that an event has
     * @param heartbeat the longest time in which a stream is silent
     * @param stallLimit how long a subscriber may take for what it was given
     * @param publisherToken key of the client {@code publisher}, who may publish; without one it is made at start
     * @param allowedOrigins whose pages may read events of another origin
     * @param maxSubscribers streams and polls at once over all clients
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
            return "Events[history=" + history + ", allowedOrigins=" + allowedOrigins + "]"; // not the token
        }
    }

    /**
     * The SOAP service. Without stores, keys for development are made at start.
     *
     * @param keyStore PKCS#12 with the private key {@code server}
     * @param trustStore PKCS#12 with the certificates of those who may call, or of who issues them
     * @param signatureKey name of the private key that signs responses, where it is another
     * @param subjects names of those of them who may, a regular expression over the whole of a name (RFC 2253)
     * @param revoked list of certificates that do not count any more (RFC 5280, 5)
     * @param timeToLive the longest time for which a message is taken
     */
    public record Soap(
            @Nullable Path keyStore,
            @DefaultValue("") String keyStorePassword,
            @Nullable Path trustStore,
            @DefaultValue("") String trustStorePassword,
            @DefaultValue("server") String signatureKey,
            @DefaultValue(".*") String subjects,
            @Nullable Path revoked,
            @DefaultValue("60s") Duration timeToLive) {
        @Override
        public String toString() {
            return "Soap[keyStore=" + keyStore + ", trustStore=" + trustStore + "]"; // not the passwords
        }
    }

    /**
     * What HTTP/2 allows where {@code server.http2.enabled} turns it on.
     *
     * @param maxConcurrentStreams requests at once on one connection
     */
    public record Http2(@DefaultValue("100") int maxConcurrentStreams) {}

    /**
     * What a connection may take before it is known whose it is; see {@link dev.weir.connection.ConnectionLimits}.
     *
     * @param max open connections of all addresses together, on the reactive server; Tomcat has a key of its own
     * @param maxPerAddress open connections of one client address
     * @param headTimeout the longest time in which a request's head must be there
     * @param bodyTimeout the longest time in which a body may send nothing
     * @param bodyRate bytes a second that a body must reach beyond that
     * @param sendBuffer bytes of a response that the kernel keeps for a client
     */
    public record Connections(
            @DefaultValue("19000") int max,
            @DefaultValue("1000") int maxPerAddress,
            @DefaultValue("30s") Duration headTimeout,
            @DefaultValue("10s") Duration bodyTimeout,
            @DefaultValue("16KB") DataSize bodyRate,
            @DefaultValue("64KB") DataSize sendBuffer) {}

    /**
     * Who may reach the management port through a browser; see {@link dev.weir.browser.ManagementGuard}.
     *
     * @param hosts names and addresses by which it may be asked, without a port; the address of the connection counts too
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
     * What the style {@code tuned} adds to the framework, or does without. {@code docs/ladder.md} says what each one is
     * worth. To be turned off for measuring.
     *
     * @param directCalls call a controller's method without the framework's resolving of arguments and results
     * @param fileRegions have the kernel copy a file to the socket
     * @param streamConnection take the connection of an event stream from the server, and free what it keeps for a request
     * @param sharedBuffers write an event to all subscribers of an event loop from one buffer (reactive)
     * @param smallBuffers set the buffers of each connection and request as small as waiting requests need (Tomcat)
     * @param readerBuffer shrink the buffer that Tomcat keeps for a {@code Reader}, by a private field (Tomcat)
     */
    public record Tuning(
            @DefaultValue("true") boolean directCalls,
            @DefaultValue("true") boolean fileRegions,
            @DefaultValue("true") boolean streamConnection,
            @DefaultValue("true") boolean sharedBuffers,
            @DefaultValue("true") boolean smallBuffers,
            @DefaultValue("true") boolean readerBuffer) {}

    /** How a server uses its framework. */
    public enum Style {
        /** Past the framework, where that was measured to be cheaper. */
        TUNED,
        /** As the framework's reference documentation shows. For comparison. */
        IDIOMATIC
    }
}
