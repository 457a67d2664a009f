package dev.weir.contract;

import java.util.List;

/** The base of each part of {@link ClusterContract}: started nodes, and their Redis. */
public interface NodesUnderTest {
    /** The Redis of all nodes. */
    RedisServer redis();

    /** Two nodes, started once for the test class. */
    List<StartedServer> nodes();

    /** Runs an action while Redis does not answer. Then lets Redis answer, and waits until the nodes know it. */
    default void whilePaused(Runnable task) {
        redis().pause();
        try {
            task.run();
        } finally {
            redis().resume();
        }
        recovered();
    }

    /** Waits until each node knows that Redis answers. */
    default void recovered() {
        for (StartedServer node : nodes()) {
            Eventually.is("the node's Redis", () -> node.management(HealthContract.HEALTH) == 200);
        }
    }
}
