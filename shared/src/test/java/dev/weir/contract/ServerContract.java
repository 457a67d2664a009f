package dev.weir.contract;

/**
 * The whole contract over HTTP/1.1 in clear text. A server's test implements it and says how to start the server.
 *
 * <p>All of it holds over TLS and HTTP/2, too (X05), except these parts:
 *
 * <ul>
 *   <li>{@link Http1Contract}: rules of HTTP/1 alone. They hold over TLS.
 *   <li>{@link ManagementContract} and {@link HealthContract}: the management port has one transport of its own.
 *   <li>{@link LogContract}: log lines about bytes that HTTP/2 refuses in a field, or TLS in a record.
 *   <li>{@link SoapContract}, {@link SoapAttackContract}, {@link SoapSendersContract} and {@link PeerContract}: SOAP
 *       clients speak HTTP/1.1, and their messages are protected on any transport.
 * </ul>
 *
 * <p>{@link Http2Contract} and {@link SlowStreamContract} have the rules for windows and streams, which HTTP/1 does not
 * have.
 */
public interface ServerContract
        extends AnyTransportContract,
                Http1Contract,
                MalformedHeadContract,
                ManagementContract,
                HealthContract,
                LogContract,
                PeerContract,
                SoapContract,
                SoapAttackContract,
                SoapSendersContract {}
