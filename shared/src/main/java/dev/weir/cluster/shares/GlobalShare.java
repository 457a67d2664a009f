package dev.weir.cluster.shares;

import dev.weir.throttle.ShareLimits.Part;
import java.util.Collection;

/**
 * This node's share of the global rate, by max-min fair division in rounds.
 *
 * <p>The {@link Split#level level} is the rate for one unit of weight. A client that wants at most its weight times the
 * level adds its wanted rate to the node's need. Any other client adds its weight to the node's hunger ({@link Split}).
 * From round to round, the level rises until the rate is used up or each client has what it wants.
 */
final class GlobalShare {
    final Holding holding = new Holding();

    private long rate;
    private double need;
    private double hunger;
    private boolean active;

    /** Computes the demand of each client, and the need and hunger of the node. */
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

    /** Chooses the fraction to announce with the next message. */
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

    /** Appends the node's need, hunger and announced fraction to a {@link Report}. */
    void tell(StringBuilder text) {
        text.append(Math.round(need)).append(' ').append(Math.round(hunger));
        text.append(' ').append(active ? holding.told() : Report.IDLE);
    }
}
