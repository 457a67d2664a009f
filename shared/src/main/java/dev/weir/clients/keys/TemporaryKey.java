package dev.weir.clients.keys;

import dev.weir.clients.ApiKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps the changes of one API key only in memory, and the changes of all other keys in another store. The
 * server creates this one key anew at each start, so changes of the key need not outlast the process. Thread-safe.
 */
public final class TemporaryKey implements KeyStore {
    private final ApiKey key;
    private final KeyStore others;

    // The lock of this object guards the fields below.
    private Consumer<Map<ApiKey, Assignment>> listener = _ -> {};
    private Map<ApiKey, Assignment> kept = Map.of();
    private @Nullable Assignment own;

    public TemporaryKey(ApiKey key, KeyStore others) {
        this.key = key;
        this.others = others;
    }

    @Override
    public void open(Consumer<Map<ApiKey, Assignment>> listener) {
        synchronized (this) {
            this.listener = listener;
        }
        others.open(this::tell);
    }

    @Override
    public void change(ApiKey changed, @Nullable Assignment assignment) {
        if (changed.equals(key)) {
            changeOwn(assignment);
        } else {
            others.change(changed, assignment);
        }
    }

    private synchronized void changeOwn(@Nullable Assignment assignment) {
        own = assignment == null ? null : assignment.after(own);
        tell(kept);
    }

    private synchronized void tell(Map<ApiKey, Assignment> now) {
        kept = now;
        Map<ApiKey, Assignment> all = new HashMap<>(now);
        if (own != null) {
            all.put(key, own);
        }
        listener.accept(Map.copyOf(all));
    }
}
