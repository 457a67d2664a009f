package dev.weir.events;

import java.util.ArrayList;
import java.util.List;

/**
 * The unordered listeners of an event loop. {@link Rounds} visits them from the last to the first. Confined to the loop.
 */
final class Roster {
    private final List<Listener> all = new ArrayList<>();

    void add(Listener listener) {
        listener.index = all.size();
        all.add(listener);
    }

    /**
     * Removes a listener and moves the last one to its index. A round that is in progress may then visit the moved
     * listener twice, but misses none.
     */
    void remove(Listener listener) {
        Listener last = all.removeLast();
        if (last != listener) {
            last.index = listener.index;
            all.set(listener.index, last);
        }
        listener.index = Listener.GONE;
    }

    Listener get(int index) {
        return all.get(index);
    }

    int size() {
        return all.size();
    }

    List<Listener> copy() {
        return List.copyOf(all);
    }
}
