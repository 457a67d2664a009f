package dev.weir.reactive;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Lets Netty's allocator wait where it takes another stripe into use: until another thread has taken one buffer of the
 * stripe that is given up. It does so a few times in a process's life, and Netty's own list of allowances forgets it.
 */
public final class AllocatorAllowance implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(
                "io.netty.buffer.AdaptivePoolingAllocator$MagazineGroup", "tryExpandMagazines");
    }
}
