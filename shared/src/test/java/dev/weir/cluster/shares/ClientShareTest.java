package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.weir.clients.Client;
import dev.weir.clients.Use;
import org.junit.jupiter.api.Test;

/** A client that a node looks at only once in several seconds keeps its part in a short gap between its downloads. */
class ClientShareTest extends SimulatedNodes {
    private static final long SECOND = 1_000_000_000;

    @Override
    SimulatedNode node() {
        return crowded();
    }

    /** If this fails, check that the time to linger does not begin at the look before the end of the download. */
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
        run(260); // a new client would begin at half of its rate; no grant is due near this time
        return after.bytes();
    }
}
