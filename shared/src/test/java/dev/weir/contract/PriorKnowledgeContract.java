package dev.weir.contract;

/**
 * HTTP/2 in clear text, by prior knowledge: bodies, streams and errors.
 *
 * <p>The server handles it like HTTP/2 over TLS, which {@link AnyTransportContract} tests, except that another
 * component writes to the socket. So only rules that depend on that component are tested here.
 */
public interface PriorKnowledgeContract
        extends SwiftContract, LeavingContract, ThrottleContract, EventStreamContract, FlowContract, StreamsContract {}
