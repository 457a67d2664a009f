package dev.weir.contract;

import org.junit.jupiter.api.Test;

/** A09: the experiment {@code GET /chain} is off by default. */
public interface NoChainContract extends ServerUnderTest {
    @Test
    default void a09_withoutItsKeyThereIsNoChain() {
        server().get("/chain?number=0").assertStatus(404);
    }
}
