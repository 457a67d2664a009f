package dev.weir.cluster.shares;

import dev.weir.clients.Plan;
import dev.weir.throttle.ManualTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The base class of tests with nodes that exchange messages. The test moves the nodes' clock. */
abstract class SimulatedNodes {
    static final long KIB = 1024;
    static final long RATE = 400 * KIB;
    static final String CLIENT = "192.0.2.1";
    private static final int STEP_MILLIS = 20;
    private static final int OTHERS = 80;
    private static final int STEPS_A_SLICE = (int) Shares.SLICE.toMillis() / STEP_MILLIS;

    private final ManualTime time = new ManualTime();
    /** The messages that the nodes have sent, in order. */
    final List<String> sent = new ArrayList<>();

    final List<SimulatedNode> nodes = new ArrayList<>();
    private int steps;
    private int begun;

    SimulatedNode node(long globalRate, Plan plan) {
        SimulatedNode node = new SimulatedNode("node" + begun++, new ManualChannel(sent), time, globalRate, plan);
        nodes.add(node);
        return node;
    }

    /** Creates a node with 80 clients that no other node has. The node measures their demand only every few seconds. */
    SimulatedNode crowded() {
        SimulatedNode node = node(0, SimulatedNode.plan(RATE, 1));
        for (int i = 0; i < OTHERS; i++) {
            node.download("198.51." + nodes.size() + "." + i);
        }
        return node;
    }

    SimulatedNode node() {
        return node(0, SimulatedNode.plan(RATE, 1));
    }

    /**
     * Lets time pass in steps of 20 ms. Different nodes may send in different steps. A message arrives in the next
     * step.
     */
    void run(int millis) {
        for (int past = 0; past < millis; past += STEP_MILLIS) {
            time.moveTo(time.getAsLong() + TimeUnit.MILLISECONDS.toNanos(STEP_MILLIS));
            steps++;
            nodes.forEach(SimulatedNode::receive);
            for (int i = 0; i < nodes.size(); i++) {
                if ((steps + i) % STEPS_A_SLICE == 0) {
                    nodes.get(i).tick();
                }
            }
        }
    }

    /** Lets the given time pass. Returns how many bytes each download received during this time. */
    Map<Flow, Long> measure(int seconds, Collection<Flow> flows) {
        Map<Flow, Long> before = flows.stream().collect(Collectors.toMap(Function.identity(), Flow::bytes));
        run(seconds * 1000);
        return flows.stream()
                .collect(Collectors.toMap(Function.identity(), flow -> flow.bytes() - before.getOrDefault(flow, 0L)));
    }

    static long sum(Map<Flow, Long> bytes) {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    static double jain(Collection<Double> parts) {
        double sum = parts.stream().mapToDouble(Double::doubleValue).sum();
        double squares = parts.stream().mapToDouble(part -> part * part).sum();
        return sum * sum / (parts.size() * squares);
    }
}
