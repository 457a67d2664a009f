package dev.weir.cluster.shares;

/** Runs the tests of {@link SharesTest} on nodes that have many other clients. */
class CrowdedSharesTest extends SharesTest {
    @Override
    SimulatedNode node() {
        return crowded();
    }
}
