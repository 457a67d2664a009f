package dev.weir.contract;

import dev.weir.contract.downloads.DownloadContract;
import dev.weir.contract.downloads.LeavingContract;
import dev.weir.contract.downloads.RangeContract;
import dev.weir.contract.downloads.ThrottleContract;
import dev.weir.contract.events.EventStreamContract;
import dev.weir.contract.events.PollContract;

/**
 * The rules that depend on how bytes get to a client: rules on bodies, streams, polls, and clients that leave. Over TLS
 * and HTTP/2, the style {@code idiomatic} (plain Spring) is tested mainly with these rules. All other rules depend only
 * on what the server does before it writes the first byte.
 */
public interface TransportContract
        extends DownloadContract, RangeContract, LeavingContract, ThrottleContract, EventStreamContract, PollContract {}
