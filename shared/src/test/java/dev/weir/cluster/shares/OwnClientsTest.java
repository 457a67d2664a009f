package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.Client;
import org.junit.jupiter.api.Test;

class OwnClientsTest extends SimulatedNodes {
    /** The older of two clients with the same name, as when a key is revoked and added again. */
    private final Client older = node().enter(CLIENT);

    private final Client newer = node().enter(CLIENT);

    private final OwnClients own = new OwnClients();

    @Test
    void aNewClientReplacesTheOneWithItsName() {
        own.add(new ClientShare(older, 1, 0));
        ClientShare share = new ClientShare(newer, 1, 0);
        own.add(share);
        assertThat(own.all()).containsExactly(share);
        assertThat(own.watched()).containsExactly(share);
        assertThat(own.get(newer)).isSameAs(share);
        assertThat(own.get(older)).isNull();
        assertThat(own.changed(older)).isFalse();
    }
}
