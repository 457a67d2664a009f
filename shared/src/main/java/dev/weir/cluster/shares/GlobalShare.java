package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;
import java.util.Collection;

/**
 * This node's share of the global rate. Each client of this node counts either towards the node's need or towards its
 * hunger ({@link Split}). If the client wants less than its weight gets at the current {@link Split#level level}, the
 * need grows by the rate that the client wants. Otherwise the hunger grows by the client's weight.
 *
 * <p>Each round is a step of the algorithm that computes a max-min fair division. The level rises until the rate is
 * used up or each client has the rate that it wants.
 */
final class GlobalShare {
    final Holding holding = new Holding();

    private long rate;
    private double need;
    private double hunger;
    private boolean active;

    /** Computes the demand of each client, and the need and the hunger of the node. */
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

    /** Chooses the fraction to announce with the next message, if the node is active. */
    void want(int nodes) {
        if (active) {
            holding.want(need, hunger, nodes);
        }
    }

    void answered(int nodes) {
        if (active) {
            holding.answered(nodes);
        } else {
            holding.begin(nodes);
        }
    }

    /** Appends the need, the hunger and the announced fraction of this node to a {@link Report}. */
    void tell(StringBuilder text) {
        text.append(Math.round(need)).append(' ').append(Math.round(hunger));
        text.append(' ').append(active ? holding.told() : Report.IDLE);
    }
}
