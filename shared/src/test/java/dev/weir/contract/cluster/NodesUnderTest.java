package dev.weir.contract.cluster;

import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.RunningServer;
import java.time.Duration;
import java.util.List;

/** The base of each part of {@link ClusterContract}. Has the nodes, and can disturb their network to Redis. */
public interface NodesUnderTest {
    /** Returns the cluster of two nodes, which is started once for the test class. */
    Cluster cluster();

    default RedisServer redis() {
        return cluster().redis();
    }

    default List<RunningServer> nodes() {
        return cluster().nodes();
    }

    default List<RedisProxy> networks() {
        return cluster().networks();
    }

    /** Runs a task while Redis is paused. Then resumes Redis, and waits until all nodes are healthy again. */
    default void whilePaused(Runnable task) {
        redis().pause();
        try {
            task.run();
        } finally {
            redis().resume();
        }
        recovered();
    }

    default void whileSlowerBy(Duration delay, Runnable task) {
        networks().forEach(network -> network.delay(delay));
        try {
            task.run();
        } finally {
            networks().forEach(network -> network.delay(Duration.ZERO));
        }
        recovered();
    }

    default void whileCutOff(int node, Runnable task) {
        networks().get(node).cutOff();
        try {
            task.run();
        } finally {
            networks().get(node).connectAgain();
        }
        recovered();
    }

    default void recovered() {
        for (RunningServer node : nodes()) {
            Eventually.is("the health of a node", () -> node.management(RunningServer.HEALTH) == 200);
        }
    }
}
