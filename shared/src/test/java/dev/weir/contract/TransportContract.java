package dev.weir.contract;

/**
 * The rules that depend on how bytes get to a client: those on bodies, streams, polls, and clients that leave. Plain
 * Spring (the style {@code idiomatic}) is also tested with these rules over each {@link Transport}. All other rules are
 * decided before the first byte is written.
 */
public interface TransportContract
        extends DownloadContract, RangeContract, LeavingContract, ThrottleContract, EventStreamContract, PollContract {}
