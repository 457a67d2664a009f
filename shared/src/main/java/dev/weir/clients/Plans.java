package dev.weir.clients;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which plan a client has, as it is by now. Moved under the lock of {@link Clients}. */
final class Plans {
    private final List<Clients.Rule> networks;
    private final Plan others;
    /** Those that have changed, by name. */
    private final Map<String, Plan> changed = new HashMap<>();

    /** @param others the plan of those for whom there is no rule */
    Plans(List<Clients.Rule> rules, Plan others) {
        this.networks = rules.stream().filter(rule -> rule.network() != null).toList();
        this.others = others;
    }

    /** The plan of an address: that of the first network that contains it. */
    Plan at(InetAddress remote) {
        for (Clients.Rule rule : networks) {
            if (rule.network() != null && rule.network().contains(remote)) {
                return current(rule.plan());
            }
        }
        return current(others);
    }

    /** A plan as it was last changed. */
    Plan current(Plan plan) {
        return changed.getOrDefault(plan.name(), plan);
    }

    void change(Plan plan) {
        changed.put(plan.name(), plan);
    }
}
