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
 * The clients of this node that have a {@link ClientShare}. Passes the reports of other nodes on to them. Confined to
 * the thread of {@link Shares}, except {@link #has}.
 */
final class OwnClients implements Report.Reader {
    /** The number of messages after which a node repeats unchanged counts, for nodes that have started meanwhile. */
    private static final int COUNTS_ANEW = 10;

    private final ConcurrentMap<String, ClientShare> byName = new ConcurrentHashMap<>();
    private final Map<Long, ClientShare> byKey = new HashMap<>();
    private String counts = "";

    /**
     * Returns whether this {@link Client} object has a share. If the client table has evicted the client and
     * created it again, the new object has none. Any thread may call it.
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
     * Returns the counts for a message, or {@link Report#AS_BEFORE}.
     *
     * @param number the number of the message
     */
    String counts(long number) {
        String before = counts;
        StringBuilder text = new StringBuilder();
        all().stream().filter(ClientShare::isCounted).forEach(share -> share.tellCounts(text));
        counts = text.toString();
        return counts.equals(before) && number % COUNTS_ANEW != 0 ? Report.AS_BEFORE : counts;
    }
}
