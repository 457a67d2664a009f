package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Converts between the ids of events and their numbers in a log. Thread-safe. A lookup takes a lock only for an event
 * that the log does not have yet.
 *
 * <p>An id is {@code <epoch>-<number>}. An epoch is a range of consecutive events whose ids begin with the same name.
 * <ul>
 * <li>A log that only one process uses has one epoch.
 * <li>A log that several processes share is stored in Redis. It begins a new epoch when Redis restarts.
 * <li>A process's copy of a shared log also begins a new epoch when the copy has lost events.
 * </ul>
 */
final class Epochs {
    /** The result of {@link #cursor} for an id that this log does not know. */
    static final long ELSEWHERE = -1;

    /** How many of the newest epochs are always known. An older epoch is known while the log has an event of it. */
    private static final int MOST = 128;

    /**
     * A range of consecutive events whose ids begin with the same name.
     *
     * @param first the first event's number in the log
     * @param shift an event's number in the log minus the number in the event's id
     */
    private record Epoch(String name, long first, long shift) {
        String id(long number) {
            return name + "-" + (number - shift);
        }
    }

    /**
     * The maximum number of events that a client may have received from another process before this log has them. 0 if
     * only one process uses the log.
     */
    private final int mostAhead;

    /** All known epochs, the oldest first; at least one. Written under this object's lock, read without it. */
    private volatile List<Epoch> all;

    /**
     * The largest number that {@link #cursor} has returned for an event not yet in the log. Guarded by this object's
     * lock.
     */
    private long furthest;

    Epochs(String name, int mostAhead) {
        this.all = List.of(new Epoch(name, 1, 0));
        this.mostAhead = mostAhead;
    }

    /**
     * Begins an epoch. Its first event gets the id {@code <name>-<numberOfId>}. Later events get the ids that follow.
     * Changes nothing if the first event already has this id.
     *
     * @param number the first event's number in the log
     * @param numberOfId the number in the first event's id
     * @param kept the number of the oldest event that the log still has
     * @return false if {@link #cursor} has already accepted an id that is unknown from now on
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
     * Adds the epochs of a shared log. Removes the old epochs, except those that begin before the first new epoch.
     *
     * @param runs the new epochs, oldest first: the name of each epoch, and the number in the id of its first event
     * @param shift an event's number in the log minus the number in the event's id; the same for all events of the new
     *     epochs
     * @param gone the next event to append gets the number {@code gone + 1}. The first new epoch begins at the number
     *     {@code gone} or at a smaller number
     */
    synchronized void restart(Map<String, Long> runs, long shift, long gone) {
        List<Epoch> more = new ArrayList<>();
        runs.forEach((name, first) -> more.add(new Epoch(name, first + shift, shift)));
        Epoch oldest = more.getFirst();
        more.set(0, new Epoch(oldest.name, Math.min(oldest.first, gone), shift));
        replace(more, gone + 1);
    }

    /**
     * Adds new epochs. Removes the old epochs, except those that begin before the first new epoch. Then removes the
     * oldest epochs if the log has no event of them, but keeps at least {@link #MOST} epochs.
     *
     * @param kept the number of the oldest event that the log still has
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

    /** Returns a number that is larger than any client's cursor. {@code last} is the number of the log's last event. */
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
     * Returns the number that the event with this id has in the log, or {@link #ELSEWHERE} if the id is unknown.
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
