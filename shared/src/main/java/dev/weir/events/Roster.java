package dev.weir.events;

import java.util.ArrayList;
import java.util.List;

/** The listeners of a loop, in no order, to be visited from the last to the first. Confined to the loop. */
final class Roster {
    private final List<Listener> all = new ArrayList<>();

    void add(Listener listener) {
        listener.index = all.size();
        all.add(listener);
    }

    /**
     * Moves the last listener to the free place. In a visit that is under way, it may come twice, and no listener is
     * missed.
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
