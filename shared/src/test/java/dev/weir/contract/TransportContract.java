package dev.weir.contract;

/**
 * The rules that depend on how bytes get to a client: bodies, streams, polls, and clients that leave. The style {@code
 * idiomatic} keeps them over each {@link Transport}, too. The other rules are decided before the first byte is written.
 */
public interface TransportContract
        extends DownloadContract, RangeContract, LeavingContract, ThrottleContract, EventStreamContract, PollContract {}
