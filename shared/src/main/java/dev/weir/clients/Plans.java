package dev.weir.clients;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the plan of a client, with the changes since the start. Guarded by the lock of {@link Clients}. */
final class Plans {
    private final List<Clients.Rule> networks;
    private final Plan others;
    /** The plans that have changed since the start, by name. */
    private final Map<String, Plan> changed = new HashMap<>();

    /** @param others the plan of clients for which there is no rule */
    Plans(List<Clients.Rule> rules, Plan others) {
        this.networks = rules.stream().filter(rule -> rule.network() != null).toList();
        this.others = others;
    }

    /** Returns the plan of the first network that contains the address. If there is none, returns the default plan. */
    Plan at(InetAddress remote) {
        for (Clients.Rule rule : networks) {
            if (rule.network() != null && rule.network().contains(remote)) {
                return current(rule.plan());
            }
        }
        return current(others);
    }

    /** Returns the current version of a plan. */
    Plan current(Plan plan) {
        return changed.getOrDefault(plan.name(), plan);
    }

    void change(Plan plan) {
        changed.put(plan.name(), plan);
    }
}
