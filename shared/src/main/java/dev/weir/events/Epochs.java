package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Converts between the ids of events and their numbers in a log. Thread-safe. A lookup takes a lock only for an event
 * that the log does not have yet.
 *
 * <p>An id is {@code <epoch>-<number>}. An epoch is a range of consecutive events whose ids begin with its name.
 * <ul>
 * <li>The log of one process has one epoch.
 * <li>A log that several processes share begins an epoch when its store restarts.
 * <li>A process's copy of that log also begins one when it has lost events.
 * </ul>
 */
final class Epochs {
    /** The cursor for an id that this log never issued. */
    static final long ELSEWHERE = -1;

    /** The number of latest epochs to keep. An older epoch remains while the log keeps one of its events. */
    private static final int MOST = 128;

    /**
     * @param first the log's number of the first event
     * @param shift the log's number of an event minus the number in its id
     */
    private record Epoch(String name, long first, long shift) {
        String id(long number) {
            return name + "-" + (number - shift);
        }
    }

    /**
     * The most events that a client may have received from another process before this log has them. 0 in a log of one
     * process.
     */
    private final int mostAhead;

    /** All epochs in the order of their numbers, at least one. Written under the lock. */
    private volatile List<Epoch> all;

    /** The largest cursor issued before the log had its event. Guarded by the lock. */
    private long furthest;

    Epochs(String name, int mostAhead) {
        this.all = List.of(new Epoch(name, 1, 0));
        this.mostAhead = mostAhead;
    }

    /**
     * Begins an epoch at an event, unless the event already has the id {@code <name>-<numberOfId>}.
     *
     * @param number the log's number of the event
     * @param kept the log's number of the oldest kept event
     * @return false if the log has already converted an id of another epoch to a cursor at or after this event
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
     * Replaces all epochs by those of a shared log.
     *
     * @param runs maps each epoch's name, in order, to the number in the id of its first event
     * @param shift the log's number of an event minus the number in its id
     * @param gone the log's number just before the next event; the oldest new epoch also covers this number
     */
    synchronized void restart(Map<String, Long> runs, long shift, long gone) {
        List<Epoch> more = new ArrayList<>();
        runs.forEach((name, first) -> more.add(new Epoch(name, first + shift, shift)));
        Epoch oldest = more.getFirst();
        more.set(0, new Epoch(oldest.name, Math.min(oldest.first, gone), shift));
        replace(more, gone + 1);
    }

    /**
     * Adds epochs in place of those that begin at or after the first new one. Beyond {@link #MOST}, drops the oldest
     * epochs without kept events.
     */
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
     * Returns the log's number of an event, or {@link #ELSEWHERE} for an unknown id.
     *
     * @param last the number of the log's last event
     */
    long cursor(String id, long last) {
        long cursor = find(id, last + mostAhead);
        return cursor > last ? ahead(id, last) : cursor;
    }

    private synchronized long ahead(String id, long last) {
        long cursor = find(id, last + mostAhead); // again under the lock, because an epoch may have begun meanwhile
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
                    && id.equals(epoch.id(number))) { // false for a sign or a leading zero
                return number;
            }
            end = epoch.first - 1;
        }
        return ELSEWHERE;
    }
}
