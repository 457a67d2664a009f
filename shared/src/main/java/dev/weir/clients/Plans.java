package dev.weir.clients;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The current plan of each client. The lock of {@link Clients} guards it. */
final class Plans {
    private final List<Clients.Rule> networks;
    private final Plan others;
    /** Plans that have changed since the start, by name. */
    private final Map<String, Plan> changed = new HashMap<>();

    /** @param others the plan of clients for which there is no rule */
    Plans(List<Clients.Rule> rules, Plan others) {
        this.networks = rules.stream().filter(rule -> rule.network() != null).toList();
        this.others = others;
    }

    /** The plan of an address: that of the first network that contains it, else the default. */
    Plan at(InetAddress remote) {
        for (Clients.Rule rule : networks) {
            if (rule.network() != null && rule.network().contains(remote)) {
                return current(rule.plan());
            }
        }
        return current(others);
    }

    /** A plan with its latest changes. */
    Plan current(Plan plan) {
        return changed.getOrDefault(plan.name(), plan);
    }

    void change(Plan plan) {
        changed.put(plan.name(), plan);
    }
}
