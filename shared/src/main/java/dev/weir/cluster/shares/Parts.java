package dev.weir.cluster.shares;

import dev.weir.throttle.Share;
import dev.weir.throttle.ShareLimits.Part;
import dev.weir.throttle.Throttle;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Passes this node's parts of the limits to the throttle. Confined to the thread of {@link Shares}. */
record Parts(Throttle throttle, GlobalShare global) {
    /** Passes the part of the global rate, and the parts of the given clients' limits, if they have changed. */
    void apply(Collection<ClientShare> clients) {
        Map<Share, Part> changed = new HashMap<>();
        for (ClientShare client : clients) {
            client.apply().ifPresent(part -> changed.put(client.client.share(), part));
        }
        if (!changed.isEmpty()) {
            throttle.limitTo(changed);
        }
        global.apply(throttle);
    }
}
