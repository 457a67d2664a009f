package dev.weir.clients.keys;

import dev.weir.clients.ApiKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the changes of API keys in memory, for one test. Not thread-safe. */
final class MemoryKeyStore implements KeyStore {
    private final Map<ApiKey, Assignment> kept = new HashMap<>();
    private Consumer<Map<ApiKey, Assignment>> listener = _ -> {};

    int size() {
        return kept.size();
    }

    @Override
    public void open(Consumer<Map<ApiKey, Assignment>> listener) {
        this.listener = listener;
        listener.accept(Map.copyOf(kept));
    }

    @Override
    public void change(ApiKey key, @Nullable Assignment assignment) {
        if (assignment == null) {
            kept.remove(key);
        } else {
            kept.put(key, assignment.after(kept.get(key)));
        }
        listener.accept(Map.copyOf(kept));
    }
}
