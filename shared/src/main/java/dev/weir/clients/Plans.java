package dev.weir.clients;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the plan of an address or of a signed link. Also finds the current version of a plan. Callers must hold the
 * lock of {@link Clients}.
 */
public final class Plans {
    private final List<Clients.Rule> networks;
    private final Plan others;
    private final Map<String, Plan> grantable = new HashMap<>();
    private final Map<String, Plan> changed = new HashMap<>();

    /**
     * @param others the default plan, for addresses outside all configured networks
     * @param grantable the plans that a signed link can grant
     */
    public Plans(List<Clients.Rule> rules, Plan others, Collection<Plan> grantable) {
        this.networks = rules.stream().filter(rule -> rule.network() != null).toList();
        this.others = others;
        grantable.forEach(plan -> this.grantable.put(plan.name(), plan));
    }

    /**
     * Returns the current version of the plan that a signed link grants.
     *
     * @throws RefusedException if there is no plan with this name
     */
    Plan granted(String name) {
        Plan plan = grantable.get(name);
        if (plan == null) {
            throw new RefusedException(Problem.INVALID_LINK);
        }
        return current(plan);
    }

    /** Returns the plan of the first configured network that contains the address, or else the default plan. */
    Plan at(InetAddress remote) {
        for (Clients.Rule rule : networks) {
            if (rule.network() != null && rule.network().contains(remote)) {
                return current(rule.plan());
            }
        }
        return current(others);
    }

    Plan current(Plan plan) {
        return changed.getOrDefault(plan.name(), plan);
    }

    void change(Plan plan) {
        changed.put(plan.name(), plan);
    }
}
