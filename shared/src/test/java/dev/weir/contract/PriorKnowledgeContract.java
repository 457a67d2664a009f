package dev.weir.contract;

/**
 * HTTP/2 in the clear, by prior knowledge: bodies, streams and errors.
 *
 * <p>Behind the preface it is the HTTP/2 of ALPN, which meets all of {@link AnyTransportContract}; what tells them apart is
 * who writes bytes to the socket, so that is what runs here.
 */
public interface PriorKnowledgeContract
        extends SwiftContract, LeavingContract, ThrottleContract, EventStreamContract, FlowContract, StreamsContract {}
