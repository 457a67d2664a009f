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
 * Holds the {@link ClientShare} of each client on this node. Passes the reports of other nodes to these objects. Only
 * the thread of {@link Shares} may use this class, except for {@link #changed} and {@link #get}.
 *
 * <p>Most clients have all their downloads on one node, and keep their whole rate there. To look at each of them in
 * each slice would cost more than the throttle itself. So only the <em>watched</em> clients are looked at in each
 * slice. The others are looked at after each change of their downloads or streams. Every few seconds they are also
 * looked at in turn. So when another node gets one of them, its used rate is known. How many of its downloads wait is
 * then known only from a few samples, and exactly after about a second of being watched.
 *
 * <p>This holds only without a global rate. With one, all clients are looked at in each slice, because their demands
 * form that of the global rate.
 */
final class OwnClients {
    /** A client that is not watched is looked at once in this number of slices. */
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
    /** Whether the next message must contain also the unchanged lists, because another node does not know them. */
    private boolean anew = true;

    /**
     * Notes that the client's downloads or streams have changed. Returns false if this {@link Client} object has no
     * {@link ClientShare}. Any thread may call this.
     */
    boolean changed(Client client) {
        ClientShare known = get(client);
        if (known != null && known.markChanged()) {
            changed.add(known);
        }
        return known != null;
    }

    /**
     * Returns the client's share, or null. The client table may remove a client and later create a new object for it.
     * The share then still belongs to the old object, and is not returned. Any thread may call this.
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

    /** Returns the clients to look at in this slice: all, or the watched, the changed, and those whose turn it is. */
    List<ClientShare> due(boolean isAll) {
        slice++;
        List<ClientShare> due = new ArrayList<>();
        watched.forEach(share -> add(share, due));
        for (ClientShare share = changed.poll(); share != null; share = changed.poll()) {
            share.clearChanged();
            if (get(share.client) == share) { // else removed in the meantime
                add(share, due);
            }
        }
        int turn = isAll ? all.size() : (all.size() + TURNS - 1) / TURNS;
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

    Collection<ClientShare> watched() {
        return watched;
    }

    void watch(ClientShare share) {
        watched.add(share);
    }

    void watchAll() {
        watched.addAll(all);
    }

    /** Stops watching the clients that no other node has, and whose part therefore does not change. */
    void release() {
        watched.removeIf(ClientShare::isSettled);
    }

    /** Watches the client that has this key in messages, if it is on this node. Another node has told of it. */
    void watch(long key) {
        @Nullable ClientShare own = byKey.get(key);
        if (own != null) {
            watched.add(own);
        }
    }

    /** Replaces the client's entries in the next message. No node needs the demand of a settled client. */
    void tell(ClientShare share) {
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

    /** Puts also the unchanged lists into the next message, if another node asks for them. */
    void tellAnew(boolean isAsked) {
        anew |= isAsked;
    }

    /** Appends the shares, and the numbers of downloads and streams, to a message. */
    void tell(StringBuilder message) {
        message.append(' ').append(shares.hasChanged() || anew ? shares.text() : Report.AS_BEFORE);
        message.append(' ').append(counts.hasChanged() || anew ? counts.text() : Report.AS_BEFORE);
        anew = false;
    }
}
