package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds the {@link ClientShare} of each client on this node. Chooses the clients to sample. Writes messages about the
 * clients. Only the thread of {@link Shares} may use this class, except for {@link #changed} and {@link #get}.
 *
 * <p>Most clients have all their downloads on one node, and have their whole rate there. To sample the demand of each
 * of them in each time slice would cost more than the throttle itself. So only the <em>watched</em> clients are sampled
 * in each slice. Any other client is sampled when its downloads or streams change, and also every few seconds. A sample
 * covers all bytes since the previous sample, so rare samples also give the right rate. But a sample covers the waiting
 * downloads of one instant only. So the number of waiting downloads is known only roughly, until the client has been
 * watched for about a second. A client becomes watched when another node reports it.
 *
 * <p>All this applies only without a global rate. With a global rate, all clients are sampled in each slice, because
 * the node's demand for the global rate is computed from the demands of all clients.
 */
final class OwnClients {
    /** Each client is sampled at least once in about this many time slices, even if it is not watched. */
    private static final int TURNS = 40;

    private final ConcurrentMap<String, ClientShare> byName = new ConcurrentHashMap<>();
    private final Queue<ClientShare> changed = new ConcurrentLinkedQueue<>();
    private final Map<Long, ClientShare> byKey = new HashMap<>();
    private final List<ClientShare> all = new ArrayList<>();
    private final Set<ClientShare> watched = new LinkedHashSet<>();
    private final EntryTable shares = new EntryTable(Report.SHARE);
    private final EntryTable counts = new EntryTable(Report.COUNTS);
    private int next;
    private long slice;
    /** Whether the next message must contain shares and counts even if unchanged, because another node lacks them. */
    private boolean anew = true;

    /**
     * Marks the client as changed, because its downloads or streams have changed. Returns false if this {@link Client}
     * object has no {@link ClientShare}. Any thread may call this.
     */
    boolean changed(Client client) {
        ClientShare known = get(client);
        if (known != null && known.markChanged()) {
            changed.add(known);
        }
        return known != null;
    }

    /**
     * Returns the {@link ClientShare} of this {@link Client} object, or null. A client that was removed may come back
     * as a new object. For the new object, the share of the old object is not returned. Any thread may call this.
     */
    @Nullable
    ClientShare get(Client client) {
        ClientShare known = byName.get(client.name());
        return known != null && known.client == client ? known : null;
    }

    /** Adds the share. Removes the share of an older {@link Client} object with the same name. */
    void add(ClientShare share) {
        ClientShare older = byName.get(share.client.name());
        if (older != null) {
            remove(older);
        }
        byName.put(share.client.name(), share);
        byKey.put(share.key, share);
        share.index = all.size();
        all.add(share);
        watched.add(share);
    }

    void remove(ClientShare share) {
        byName.remove(share.client.name());
        byKey.remove(share.key);
        ClientShare last = all.removeLast();
        if (last != share) {
            last.index = share.index;
            all.set(last.index, last);
        }
        watched.remove(share);
        shares.remove(share.entry);
        counts.remove(share.countEntry);
    }

    Collection<ClientShare> all() {
        return all;
    }

    /**
     * Returns the clients to sample in this slice: all, or only those that are watched, changed or next in turn.
     *
     * @param slices the number of slices since the previous call. The more slices, the more clients are next in turn
     */
    List<ClientShare> due(boolean isAll, int slices) {
        slice++;
        List<ClientShare> due = new ArrayList<>();
        watched.forEach(share -> add(share, due));
        for (ClientShare share = changed.poll(); share != null; share = changed.poll()) {
            share.clearChanged();
            if (get(share.client) == share) { // else removed in the meantime
                add(share, due);
            }
        }
        int turn =
                isAll || slices > TURNS ? all.size() : Math.min(all.size(), (all.size() + TURNS - 1) / TURNS * slices);
        for (int i = 0; i < turn; i++) {
            next = next + 1 < all.size() ? next + 1 : 0;
            add(all.get(next), due);
        }
        return due;
    }

    private void add(ClientShare share, List<ClientShare> due) {
        if (share.dueSlice != slice) {
            share.dueSlice = slice;
            due.add(share);
        }
    }

    /** Whether no client is watched or changed, and the next message needs no list. */
    boolean isCalm() {
        return watched.isEmpty() && changed.isEmpty() && !anew && !shares.hasChanged() && !counts.hasChanged();
    }

    Collection<ClientShare> watched() {
        return watched;
    }

    void watchAll() {
        watched.addAll(all);
    }

    /**
     * Stops watching {@link ClientShare#isSettled settled} clients, so that they are not sampled in each time slice.
     * This node's part of the limits of these clients is not expected to change.
     */
    void release() {
        watched.removeIf(ClientShare::isSettled);
    }

    /**
     * Begins to sample the client with this {@link ClientShare#key} in each time slice. Does nothing if this node does
     * not have the client.
     */
    void watch(long key) {
        @Nullable ClientShare own = byKey.get(key);
        if (own != null) {
            watched.add(own);
        }
    }

    /**
     * Updates the client's entries in the next message, and watches the client unless it is
     * {@link ClientShare#isSettled settled}. The demand of a settled client is not updated, because no other node needs
     * it.
     */
    void tell(ClientShare share) {
        if (!share.isSettled()) {
            watched.add(share);
        }
        if (!share.isActive()) {
            shares.remove(share.entry);
        } else if (!share.isSettled() || !share.entry.isPresent()) {
            shares.put(share.entry, Report.share(share.key, share.claim()));
        }
        if (share.isCounted()) {
            counts.put(share.countEntry, Report.count(share.key, share.counts()));
        } else {
            counts.remove(share.countEntry);
        }
    }

    /**
     * Makes the next message contain both lists (shares and counts), even if they are unchanged. Does nothing if
     * {@code isAsked} is false.
     */
    void tellAnew(boolean isAsked) {
        anew |= isAsked;
    }

    /**
     * Appends two lists to a message: the clients' shares, and their numbers of downloads and streams. For a list that
     * has not changed since the previous call, appends {@link Report#AS_BEFORE}, except after {@link #tellAnew}.
     */
    void tell(StringBuilder message) {
        message.append(' ').append(shares.takeChanged() || anew ? shares.text() : Report.AS_BEFORE);
        message.append(' ').append(counts.takeChanged() || anew ? counts.text() : Report.AS_BEFORE);
        anew = false;
    }
}
