package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;
import dev.weir.throttle.Throttle;
import java.util.Collection;

/**
 * The part of the global rate (the limit of all clients together) that this node may use. The nodes divide the rate by
 * max-min fairness, which takes a few rounds of messages.
 *
 * <p>A client's fair rate is its {@link ClientShare#weight} times the rate for one unit of weight
 * ({@link Split#level}). This node's need is the sum of the rates that clients want, divided by the global rate. The
 * sum includes only clients that want no more than their fair rate. This node's hunger is the sum of the weights of the
 * other clients. {@link Split} computes the node's part from the needs and hungers of all nodes.
 */
final class GlobalShare {
    final Holding holding = new Holding();

    private long rate;
    private double need;
    private double hunger;
    private boolean active;
    /** The fraction of the global rate that was last passed to the throttle. */
    private int applied = Part.WHOLE;

    /**
     * Computes the demand of each client. Then computes this node's need (a fraction of the global rate) and hunger (a
     * weight), which are sums over its active clients.
     *
     * @param newRate the global rate in bytes per second; 0 means no limit
     * @param nodes the number of live nodes
     */
    void sum(long newRate, Collection<ClientShare> clients, int nodes) {
        rate = newRate;
        double level = rate == 0 ? Double.POSITIVE_INFINITY : holding.others.level(need, hunger) * rate / Part.WHOLE;
        boolean hasClient = false;
        double needed = 0;
        hunger = 0;
        for (ClientShare client : clients) {
            client.demand(level);
            if (client.isActive()) {
                hasClient = true;
                double wants = client.wants();
                boolean isHungry = wants > client.weight() * level;
                hunger += isHungry ? client.weight() : 0;
                needed += isHungry ? 0 : wants;
            }
        }
        boolean wasActive = active;
        active = hasClient && rate > 0;
        hunger = active ? hunger : 0;
        need = active ? Math.min(Part.WHOLE, Part.WHOLE * needed / rate) : 0;
        if (active != wasActive) {
            holding.begin(nodes);
        }
    }

    /** Chooses the fraction of the global rate that this node announces to the other nodes in its next message. */
    void want(int nodes) {
        if (active) {
            holding.want(need, hunger, nodes);
        }
    }

    void answered(int nodes) {
        if (active) {
            holding.answered(nodes, true); // each message tells the whole need of its node
        } else {
            holding.begin(nodes);
        }
    }

    /** Passes this node's fraction of the global rate to the throttle, if the fraction has changed. */
    void apply(Throttle throttle) {
        int used = holding.used();
        if (used != applied) {
            applied = used;
            throttle.limitTo(new Part(used, Part.WHOLE));
        }
    }

    void tell(StringBuilder text) {
        text.append(Math.round(need)).append(' ').append(Math.round(hunger));
        text.append(' ').append(active ? holding.told() : Report.IDLE);
    }
}
