package dev.weir.cluster.shares;

/** The same tests on nodes with many other clients. */
class CrowdedSharesTest extends SharesTest {
    @Override
    SimulatedNode node() {
        return crowded();
    }
}
