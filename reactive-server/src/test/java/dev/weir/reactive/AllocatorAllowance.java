package dev.weir.reactive;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Makes BlockHound allow one blocking call of Netty's allocator, which Netty's own list of allowed calls lacks. The
 * allocator sometimes replaces one of its stripes. It then waits until another thread has taken a buffer from the old
 * stripe. This happens a few times in a process.
 */
public final class AllocatorAllowance implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(
                "io.netty.buffer.AdaptivePoolingAllocator$MagazineGroup", "tryExpandMagazines");
    }
}
