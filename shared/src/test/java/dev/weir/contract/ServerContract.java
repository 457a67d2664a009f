package dev.weir.contract;

/**
 * The whole contract over HTTP/1.1 in clear text. A server's test implements this interface and says how to start the
 * server.
 *
 * <p>The rules also hold over TLS and HTTP/2 (X05), except these:
 *
 * <ul>
 *   <li>{@link ChainContract} is about an experiment, in which the server calls itself over HTTP/1.1.
 *   <li>{@link Http1Contract} is about clients of HTTP/1.0. Its rules hold over TLS.
 *   <li>{@link ManagementContract}, {@link MetricsContract}, {@link KeyErrorContract}, {@link HealthContract} and
 *       {@link InfoContract} are about the management port, which has only one transport.
 *   <li>{@link LogContract} sends bytes that HTTP/2 does not allow in a field, and that TLS does not allow in a record.
 *   <li>{@link RevokedSenderContract} waits for the status 100 (Continue), which this suite knows only in HTTP/1.1.
 *   <li>{@link SoapContract}, {@link SoapAttackContract}, {@link SoapSendersContract} and {@link PeerContract} are
 * about
 *       SOAP. SOAP clients use HTTP/1.1, and their messages are protected on any transport.
 * </ul>
 *
 * <p>{@link Http2Contract} and {@link SlowStreamContract} have the rules for windows and streams. HTTP/1 has neither.
 */
public interface ServerContract
        extends AnyTransportContract,
                ChainContract,
                Http1Contract,
                MalformedHeadContract,
                ManagementContract,
                ManagementErrorContract,
                MetricsContract,
                KeyErrorContract,
                HealthContract,
                InfoContract,
                LogContract,
                PeerContract,
                RevokedSenderContract,
                SoapContract,
                SoapAttackContract,
                SoapSendersContract {}
