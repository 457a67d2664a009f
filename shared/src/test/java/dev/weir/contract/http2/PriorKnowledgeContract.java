package dev.weir.contract.http2;

import dev.weir.contract.SwiftContract;
import dev.weir.contract.downloads.LeavingContract;
import dev.weir.contract.downloads.ThrottleContract;
import dev.weir.contract.events.EventStreamContract;
import dev.weir.contract.server.LeavesNothingOpen;

/**
 * Tests HTTP/2 in clear text, by prior knowledge: bodies, streams and errors.
 *
 * <p>The server handles this protocol like HTTP/2 over TLS, which {@code AnyTransportContract} tests. Only the
 * component that writes to the socket differs. So this contract has only the rules that depend on that component, and
 * {@link ResetBodyContract}, which takes long and is in no other suite.
 */
@LeavesNothingOpen
public interface PriorKnowledgeContract
        extends SwiftContract,
                LeavingContract,
                ThrottleContract,
                EventStreamContract,
                FlowContract,
                StreamsContract,
                PrefaceContract,
                ResetBodyContract {}
