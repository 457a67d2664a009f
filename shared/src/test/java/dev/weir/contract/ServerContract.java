package dev.weir.contract;

/**
 * The whole contract over HTTP/1.1 in the clear; a server's test implements it and says how its server is started.
 *
 * <p>All of it holds over TLS and HTTP/2 too (X05) but for these, and nothing else is left out there:
 *
 * <ul>
 *   <li>{@link Http1Contract}: what HTTP/2 has no words for. It holds over TLS.
 *   <li>{@link ManagementContract} and {@link HealthContract}: the management port has one transport of its own.
 *   <li>{@link LogContract}: how bytes that HTTP/2 refuses as a field, or TLS as a record, are told.
 *   <li>{@link SoapContract}, {@link SoapSendersContract} and {@link PeerContract}: rules of S, whose clients speak
 *       HTTP/1.1 and whose messages are protected whatever carries them.
 * </ul>
 *
 * <p>{@link Http2Contract} and {@link SlowStreamContract} say what the rules mean for windows and streams, which HTTP/1 has not.
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
                SoapSendersContract {}
