package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.weir.clients.Client;
import dev.weir.clients.Use;
import org.junit.jupiter.api.Test;

/**
 * Tests that a node keeps its fraction of a client's rate during a short pause between two downloads. The node has so
 * many clients that it looks at each client only every few seconds.
 */
class ClientShareTest extends SimulatedNodes {
    private static final long SECOND = 1_000_000_000;

    @Override
    SimulatedNode node() {
        return crowded();
    }

    /**
     * A client's download ends, but the node looks at the client only seconds later. The node cannot know when the
     * download ended. So at this look, the client must still count as active. A second later, it must not.
     */
    @Test
    void aClientLingersThoughTheLookBeforeTheEndWasLongAgo() {
        SimulatedNode node = node();
        Client client = node.enter(CLIENT);
        ClientShare share = new ClientShare(client, 1, 0);
        share.look(1, 0);
        node.clients.leave(client, Use.DOWNLOAD);
        share.look(1, 4 * SECOND);
        assertThat(share.isActive()).isTrue();
        share.look(1, 5 * SECOND);
        assertThat(share.isActive()).isFalse();
    }

    @Test
    void t03_aShortGapBetweenDownloadsLeavesAClientItsWholeRateOnTwoNodes() {
        long alone = bytesAfterAGap(node());
        nodes.clear();
        SimulatedNode one = node();
        node();
        assertThat(bytesAfterAGap(one)).isCloseTo(alone, offset(KIB));
    }

    private long bytesAfterAGap(SimulatedNode node) {
        Flow before = node.download(CLIENT);
        run(5000);
        before.end();
        run(200);
        Flow after = node.download(CLIENT);
        run(260); // a client without its part begins at half of its rate; no grant is due near this time
        return after.bytes();
    }
}
