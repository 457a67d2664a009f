package dev.weir.contract.http;

import dev.weir.contract.server.ContractPart;
import org.junit.jupiter.api.Test;

/** Tests that the experiment {@code GET /chain}, in which the server calls itself, is off by default (rule A09). */
public interface NoChainContract extends ContractPart {
    @Test
    default void a09_withoutItsKeyThereIsNoChain() {
        server().get("/chain?number=0").assertStatus(404);
    }
}
