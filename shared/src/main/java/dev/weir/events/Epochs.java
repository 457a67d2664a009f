package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Maps the ids of events to the numbers of a log. A log of one process has one epoch. A shared log begins an epoch each
 * time that its store restarts, and one process's copy of it begins again where it has lost the thread.
 *
 * <p>Thread-safe. A lookup takes no lock, except for an event that the log does not have yet.
 */
final class Epochs {
    /** The cursor for an id that this log never gave out. */
    static final long ELSEWHERE = -1;

    /** More epochs are remembered only if kept events have them. */
    private static final int MOST = 128;

    /**
     * Events whose ids have the same name.
     *
     * @param first the number of its first event in the log
     * @param shift how much larger an event's number in the log is than in its id
     */
    private record Epoch(String name, long first, long shift) {
        String id(long number) {
            return name + "-" + (number - shift);
        }
    }

    /** A client may have seen so many events that the log does not have yet. Always 0 in a log of one process. */
    private final int mostAhead;

    /** In the order of their numbers, at least one. Written under the lock. */
    private volatile List<Epoch> all;

    /** The largest cursor that was given out before the log had its event. Guarded by the lock. */
    private long furthest;

    /** One epoch, with the same numbers in ids and in the log. */
    Epochs(String name, int mostAhead) {
        this.all = List.of(new Epoch(name, 1, 0));
        this.mostAhead = mostAhead;
    }

    /**
     * Notes that the event with this number in the log has the id {@code <name>-<numberOfId>}.
     *
     * @param kept the number of the oldest event that the log keeps
     * @return false if a client has got a cursor at or after this event, by an id of another epoch
     */
    synchronized boolean begin(long number, String name, long numberOfId, long kept) {
        Epoch epoch = of(number);
        long shift = number - numberOfId;
        if (epoch.name.equals(name) && epoch.shift == shift) {
            return true;
        }
        replace(List.of(new Epoch(name, number, shift)), kept);
        return furthest < number;
    }

    /**
     * Notes the epochs of a shared log.
     *
     * @param runs their names in order, with the number in the id of each one's first event
     * @param gone the number before the next event; its id is one of the shared log, too
     */
    synchronized void restart(Map<String, Long> runs, long shift, long gone) {
        List<Epoch> more = new ArrayList<>();
        runs.forEach((name, first) -> more.add(new Epoch(name, first + shift, shift)));
        Epoch oldest = more.getFirst();
        more.set(0, new Epoch(oldest.name, Math.min(oldest.first, gone), shift));
        replace(more, gone + 1);
    }

    /** Replaces all epochs from the first new one on. Drops old epochs, but none of a kept event. */
    private void replace(List<Epoch> more, long kept) {
        List<Epoch> both = new ArrayList<>(all);
        both.removeIf(epoch -> epoch.first >= more.getFirst().first);
        both.addAll(more);
        int from = Math.max(0, both.size() - MOST);
        while (from > 0 && both.get(from).first > kept) {
            from--;
        }
        all = List.copyOf(both.subList(from, both.size()));
    }

    /** Returns a number above every cursor that a client may have. */
    long beyond(long last) {
        return last + mostAhead + 1;
    }

    /** The id of the event with this number. */
    String id(long number) {
        return of(number).id(number);
    }

    private Epoch of(long number) {
        List<Epoch> known = all;
        for (int i = known.size() - 1; i > 0; i--) {
            if (known.get(i).first <= number) {
                return known.get(i);
            }
        }
        return known.getFirst();
    }

    /**
     * The number for an id, or {@link #ELSEWHERE}.
     *
     * @param last the number of the log's last event
     */
    long cursor(String id, long last) {
        long cursor = find(id, last + mostAhead);
        return cursor > last ? ahead(id, last) : cursor;
    }

    private synchronized long ahead(String id, long last) {
        long cursor = find(id, last + mostAhead); // again, because another epoch may have begun
        furthest = Math.max(furthest, cursor);
        return cursor;
    }

    private long find(String id, long most) {
        int dash = id.lastIndexOf('-');
        if (dash < 0) {
            return ELSEWHERE;
        }
        try {
            return find(id, id.substring(0, dash), Long.parseLong(id.substring(dash + 1)), most);
        } catch (NumberFormatException e) {
            return ELSEWHERE;
        }
    }

    private long find(String id, String name, long numberOfId, long most) {
        List<Epoch> known = all;
        long end = most;
        for (int i = known.size() - 1; i >= 0; i--) {
            Epoch epoch = known.get(i);
            long number = numberOfId + epoch.shift;
            if (epoch.name.equals(name)
                    && number >= epoch.first - 1
                    && number <= end
                    && id.equals(epoch.id(number))) { // not with a sign or a leading zero
                return number;
            }
            end = epoch.first - 1;
        }
        return ELSEWHERE;
    }
}
