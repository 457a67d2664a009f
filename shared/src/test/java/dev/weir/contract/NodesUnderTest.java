package dev.weir.contract;

import java.util.List;

/** The base of each part of {@link ClusterContract}: started nodes, and their Redis. */
public interface NodesUnderTest {
    /** Returns the Redis of all nodes. */
    RedisServer redis();

    /** Returns two nodes, which were started once for the test class. */
    List<StartedServer> nodes();

    /** Runs a task while Redis does not answer. Then lets Redis answer, and waits until the nodes have noticed. */
    default void whilePaused(Runnable task) {
        redis().pause();
        try {
            task.run();
        } finally {
            redis().resume();
        }
        recovered();
    }

    /** Waits until each node has noticed that Redis answers. */
    default void recovered() {
        for (StartedServer node : nodes()) {
            Eventually.is("the health of a node", () -> node.management(HealthContract.HEALTH) == 200);
        }
    }
}
