package dev.weir.contract;

/**
 * Tests HTTP/2 in clear text, by prior knowledge: bodies, streams and errors.
 *
 * <p>The server handles this protocol like HTTP/2 over TLS, which {@link AnyTransportContract} tests. Only the
 * component that writes to the socket is another one. So only rules that depend on this component are tested here.
 */
public interface PriorKnowledgeContract
        extends SwiftContract, LeavingContract, ThrottleContract, EventStreamContract, FlowContract, StreamsContract {}
