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
 * the thread of {@link Shares} may use this class, except for {@link #entered}.
 *
 * <p>Most clients have all their downloads on one node, and keep their whole rate there. To look at each of them in each
 * slice would cost more than the throttle itself. So only the <em>watched</em> clients are looked at in each slice. The
 * others are looked at in turn, and after each new download or stream.
 */
final class OwnClients implements Report.Reader {
    /** A client that is not watched is looked at in every fourth slice. */
    private static final int TURNS = 4;

    /** Unchanged counts are repeated only in every tenth message, so that newly started nodes learn the counts. */
    private static final int COUNTS_ANEW = 10;

    private final ConcurrentMap<String, ClientShare> byName = new ConcurrentHashMap<>();
    private final Queue<ClientShare> entered = new ConcurrentLinkedQueue<>();
    private final Map<Long, ClientShare> byKey = new HashMap<>();
    private final List<ClientShare> all = new ArrayList<>();
    private final Set<ClientShare> watched = new LinkedHashSet<>();
    private final EntryTable shares = new EntryTable(Report.SHARE);
    private final EntryTable counts = new EntryTable(Report.COUNTS);
    private int next;

    /**
     * Notes that the client has a new download or stream. Returns false if this {@link Client} object has no
     * {@link ClientShare}. Any thread may call this.
     */
    boolean entered(Client client) {
        ClientShare known = get(client);
        if (known != null && known.markEntered()) {
            entered.add(known);
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

    void add(ClientShare share) {
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

    /** Returns the clients to look at in this slice: all, or the watched, the entered, and those whose turn it is. */
    Collection<ClientShare> due(boolean isAll) {
        Set<ClientShare> due = new LinkedHashSet<>(watched);
        for (ClientShare share = entered.poll(); share != null; share = entered.poll()) {
            share.clearEntered();
            if (get(share.client) == share) { // else removed in the meantime
                due.add(share);
            }
        }
        int turn = isAll ? all.size() : (all.size() + TURNS - 1) / TURNS;
        for (int i = 0; i < turn; i++) {
            next = next + 1 < all.size() ? next + 1 : 0;
            due.add(all.get(next));
        }
        return due;
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

    @Override
    public void share(long key, boolean isHungry, long need, long held, long waiting) {
        @Nullable ClientShare own = byKey.get(key);
        if (own != null) {
            own.addShare(isHungry, need, held, waiting);
            watched.add(own);
        }
    }

    /** Replaces the client's entries in the next message. */
    void tell(ClientShare share) {
        if (share.isActive()) {
            shares.put(share.entry, share.encoded());
        } else {
            shares.remove(share.entry);
        }
        if (share.isCounted()) {
            counts.put(share.countEntry, share.encodedCounts());
        } else {
            counts.remove(share.countEntry);
        }
    }

    String shares() {
        return shares.text();
    }

    /**
     * Returns the numbers of downloads and streams for the message with the sequence number {@code number}, or
     * {@link Report#AS_BEFORE} if they are unchanged. But every tenth message contains them in any case.
     */
    String counts(long number) {
        return counts.hasChanged() || number % COUNTS_ANEW == 0 ? counts.text() : Report.AS_BEFORE;
    }
}
