package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Maps the ids of events to the numbers of a log. A log of one process has one epoch. A shared log begins an epoch each
 * time that its store restarts, and one process's copy of it begins again where it has lost the thread. Immutable.
 *
 * @param all in the order of their numbers, at least one
 */
record Epochs(List<Epoch> all) {
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
    record Epoch(String name, long first, long shift) {
        String id(long number) {
            return name + "-" + (number - shift);
        }
    }

    /** One epoch, with the same numbers in ids and in the log. */
    static Epochs of(String name) {
        return new Epochs(List.of(new Epoch(name, 1, 0)));
    }

    /**
     * The same when the event with this number in the log has the id {@code <name>-<numberOfId>}.
     *
     * @param kept the number of the oldest event that the log keeps
     */
    Epochs at(long number, String name, long numberOfId, long kept) {
        Epoch epoch = of(number);
        long shift = number - numberOfId;
        return epoch.name.equals(name) && epoch.shift == shift
                ? this
                : with(List.of(new Epoch(name, number, shift)), kept);
    }

    /**
     * Also knows the epochs of a shared log.
     *
     * @param runs their names in order, with the number in the id of each one's first event
     * @param gone the number before the next event; its id is one of the shared log, too
     */
    Epochs restarted(Map<String, Long> runs, long shift, long gone) {
        List<Epoch> more = new ArrayList<>();
        runs.forEach((name, first) -> more.add(new Epoch(name, first + shift, shift)));
        Epoch oldest = more.getFirst();
        more.set(0, new Epoch(oldest.name, Math.min(oldest.first, gone), shift));
        return with(more, gone + 1);
    }

    /** Replaces all epochs from the first new one on. Drops old epochs, but none of a kept event. */
    private Epochs with(List<Epoch> more, long kept) {
        List<Epoch> both = new ArrayList<>(all);
        both.removeIf(epoch -> epoch.first >= more.getFirst().first);
        both.addAll(more);
        int from = Math.max(0, both.size() - MOST);
        while (from > 0 && both.get(from).first > kept) {
            from--;
        }
        return new Epochs(List.copyOf(both.subList(from, both.size())));
    }

    /** The id of the event with this number. */
    String id(long number) {
        return of(number).id(number);
    }

    private Epoch of(long number) {
        for (int i = all.size() - 1; i > 0; i--) {
            if (all.get(i).first <= number) {
                return all.get(i);
            }
        }
        return all.getFirst();
    }

    /**
     * The number for an id, or {@link #ELSEWHERE}.
     *
     * @param last the largest number that an event may have
     */
    long cursor(String id, long last) {
        int dash = id.lastIndexOf('-');
        if (dash < 0) {
            return ELSEWHERE;
        }
        try {
            return cursor(id, id.substring(0, dash), Long.parseLong(id.substring(dash + 1)), last);
        } catch (NumberFormatException e) {
            return ELSEWHERE;
        }
    }

    private long cursor(String id, String name, long numberOfId, long last) {
        long end = last;
        for (int i = all.size() - 1; i >= 0; i--) {
            Epoch epoch = all.get(i);
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
