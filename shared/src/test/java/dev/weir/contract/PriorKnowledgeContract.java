package dev.weir.contract;

/**
 * HTTP/2 in clear text, by prior knowledge: bodies, streams and errors.
 *
 * <p>After the preface it is the same HTTP/2 as by ALPN, which meets all of {@link AnyTransportContract}. They differ
 * in the component that writes bytes to the socket, so only the rules about that run here.
 */
public interface PriorKnowledgeContract
        extends SwiftContract, LeavingContract, ThrottleContract, EventStreamContract, FlowContract, StreamsContract {}
