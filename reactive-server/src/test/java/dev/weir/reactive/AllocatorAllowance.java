package dev.weir.reactive;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Allows one blocking call of Netty's allocator: when it adds a stripe, it waits until another thread has taken a
 * buffer from the stripe that it replaces. That happens a few times in a process. Netty's own list of allowed calls
 * lacks it.
 */
public final class AllocatorAllowance implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(
                "io.netty.buffer.AdaptivePoolingAllocator$MagazineGroup", "tryExpandMagazines");
    }
}
