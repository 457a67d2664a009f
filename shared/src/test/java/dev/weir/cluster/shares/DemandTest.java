package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemandTest extends SimulatedNodes {
    private static final long PAUSE_NANOS = 4_000_000_000L;

    /**
     * A client's downloads are sampled every four seconds. If a download waits during one sample, this must not count
     * as a wait of four seconds.
     */
    @Test
    void aSampleAfterALongPauseCountsHalfForTheWaitingDownloads() {
        SimulatedNode node = node();
        Flow first = node.download(CLIENT);
        Demand demand = new Demand(node.enter(CLIENT).share(), 0);
        demand.look(0);
        long one = demand.waiting();
        assertThat(demand.isBacklogged()).as("the first sample counts in full").isTrue();
        first.end();
        demand.look(PAUSE_NANOS);
        assertThat(demand.waiting()).isEqualTo(one / 2);
        demand.look(2 * PAUSE_NANOS);
        node.download(CLIENT);
        demand.look(3 * PAUSE_NANOS);
        assertThat(demand.isBacklogged()).isFalse();
    }
}
