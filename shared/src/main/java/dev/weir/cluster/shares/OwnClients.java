package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the {@link ClientShare} of each client on this node. Passes the reports of other nodes to these objects. Only
 * the thread of {@link Shares} may use this class, except for {@link #has}.
 */
final class OwnClients implements Report.Reader {
    /** Unchanged counts are repeated only in every tenth message, so that newly started nodes learn the counts. */
    private static final int COUNTS_ANEW = 10;

    private final ConcurrentMap<String, ClientShare> byName = new ConcurrentHashMap<>();
    private final Map<Long, ClientShare> byKey = new HashMap<>();
    private String counts = "";

    /**
     * Returns whether this {@link Client} object has a {@link ClientShare}. The client table may remove a client and
     * later create a new object for it. The share then still belongs to the old object. Any thread may call this.
     */
    boolean has(Client client) {
        ClientShare known = byName.get(client.name());
        return known != null && known.client == client;
    }

    void add(ClientShare share) {
        byName.put(share.client.name(), share);
        byKey.put(share.key, share);
    }

    void remove(ClientShare share) {
        byName.remove(share.client.name());
        byKey.remove(share.key);
    }

    Collection<ClientShare> all() {
        return byName.values();
    }

    @Override
    public void share(long key, boolean isHungry, long need, long held, long waiting) {
        ifKnown(key, own -> own.addShare(isHungry, need, held, waiting));
    }

    @Override
    public void count(long key, int downloads, int subscribers) {
        ifKnown(key, own -> own.elsewhere().add(downloads, subscribers));
    }

    private void ifKnown(long key, Consumer<ClientShare> action) {
        @Nullable ClientShare own = byKey.get(key);
        if (own != null) {
            action.accept(own);
        }
    }

    void tellShares(StringBuilder text) {
        all().stream().filter(ClientShare::isActive).forEach(share -> share.tell(text));
    }

    /**
     * Encodes the numbers of downloads and streams for the message with the sequence number {@code number}. Returns
     * {@link Report#AS_BEFORE} if they are unchanged. But every tenth message contains them in any case.
     */
    String counts(long number) {
        String before = counts;
        StringBuilder text = new StringBuilder();
        all().stream().filter(ClientShare::isCounted).forEach(share -> share.tellCounts(text));
        counts = text.toString();
        return counts.equals(before) && number % COUNTS_ANEW != 0 ? Report.AS_BEFORE : counts;
    }
}
