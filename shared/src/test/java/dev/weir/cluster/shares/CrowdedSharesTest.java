package dev.weir.cluster.shares;

/**
 * The same tests on nodes with many other clients, which no other node has. A node does not look at each of these in
 * each slice.
 */
class CrowdedSharesTest extends SharesTest {
    private static final int OTHERS = 20;

    @Override
    SimulatedNode node() {
        SimulatedNode node = super.node();
        for (int i = 0; i < OTHERS; i++) {
            node.download("198.51.100." + (nodes.size() * OTHERS + i));
        }
        return node;
    }
}
