package dev.weir.contract;

import dev.weir.contract.clients.KeyErrorContract;
import dev.weir.contract.clients.RevokedSenderContract;
import dev.weir.contract.http.ChainContract;
import dev.weir.contract.http.Http1Contract;
import dev.weir.contract.http.MalformedHeadContract;
import dev.weir.contract.http.PipelinedContract;
import dev.weir.contract.operating.HealthContract;
import dev.weir.contract.operating.InfoContract;
import dev.weir.contract.operating.LogContract;
import dev.weir.contract.operating.ManagementContract;
import dev.weir.contract.operating.ManagementErrorContract;
import dev.weir.contract.operating.MetricsContract;
import dev.weir.contract.server.LeavesNothingOpen;
import dev.weir.contract.soap.PeerContract;
import dev.weir.contract.soap.SoapAttackContract;
import dev.weir.contract.soap.SoapContract;
import dev.weir.contract.soap.SoapSendersContract;

/**
 * The whole contract over HTTP/1.1 in clear text. A server's test implements this interface and says how to start the
 * server.
 *
 * <p>Other tests run the rules over TLS and HTTP/2, too (rule X05). Those tests leave out the following parts, but
 * tests over TLS keep {@link Http1Contract}:
 * <ul>
 * <li>{@link ChainContract} is about an experiment, in which the server calls itself over HTTP/1.1.
 * <li>{@link Http1Contract} is about clients of HTTP/1.0.
 * <li>{@link ManagementContract}, {@link ManagementErrorContract}, {@link MetricsContract}, {@link KeyErrorContract},
 *     {@link HealthContract} and {@link InfoContract} are about the management port, which has only one transport.
 * <li>{@link LogContract} sends malformed requests as bytes of HTTP/1.1 in clear text.
 * <li>{@link MalformedHeadContract} sends request heads as bytes of HTTP/1.
 * <li>{@link RevokedSenderContract} waits for the status 100 (Continue), which this suite can read only in HTTP/1.1.
 * <li>{@link SoapContract}, {@link SoapAttackContract}, {@link SoapSendersContract} and {@link PeerContract} are about
 *     SOAP. SOAP clients use HTTP/1.1, and SOAP messages are protected on any transport.
 * </ul>
 *
 * <p>{@code Http2Contract} and {@code SlowStreamContract} have the rules on windows and streams, which HTTP/1 does not
 * have.
 */
@LeavesNothingOpen
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
                PipelinedContract,
                RevokedSenderContract,
                SoapContract,
                SoapAttackContract,
                SoapSendersContract {}
