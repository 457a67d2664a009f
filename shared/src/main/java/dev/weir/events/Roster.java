package dev.weir.events;

import java.util.ArrayList;
import java.util.List;

/** Listeners in no order, to be gone through from the end. Confined to a loop. */
final class Roster {
    private final List<Listener> all = new ArrayList<>();

    void add(Listener listener) {
        listener.index = all.size();
        all.add(listener);
    }

    /** The last one takes the place: whoever is gone through already comes once more at worst, and nobody is missed. */
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
