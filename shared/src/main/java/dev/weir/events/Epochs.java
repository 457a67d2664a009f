package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Maps the ids of events to the numbers of a log. A log of one process has one epoch. A log that several processes
 * share gets a new epoch each time that its store restarts. A process's copy of the shared log also adds entries when
 * it restarts after a loss of events. Immutable.
 *
 * @param all the epochs in the order of their numbers, at least one
 */
record Epochs(List<Epoch> all) {
    /** The cursor for an id that this log never gave out. */
    static final long ELSEWHERE = -1;

    private static final int MOST = 128;

    /**
     * Consecutive events whose ids have the same name.
     *
     * @param first the number in the log of the first event
     * @param shift how much larger the number in the log is than the number in the id
     */
    record Epoch(String name, long first, long shift) {
        String id(long number) {
            return name + "-" + (number - shift);
        }
    }

    /** Returns a single epoch. Its ids have the same numbers as the log. */
    static Epochs of(String name) {
        return new Epochs(List.of(new Epoch(name, 1, 0)));
    }

    /** Returns these epochs, extended so that the event {@code number} has the id {@code <name>-<numberOfId>}. */
    Epochs at(long number, String name, long numberOfId) {
        long shift = number - numberOfId;
        Epoch latest = all.getLast();
        return latest.name.equals(name) && latest.shift == shift ? this : with(List.of(new Epoch(name, number, shift)));
    }

    /**
     * Returns these epochs and those of a shared log.
     *
     * @param runs the names of the shared epochs in order, each with the number in the id of its first event
     * @param shift how much larger the numbers in this log are than the numbers in the ids
     * @param gone the number before the next event; it also gets an id of the shared log
     */
    Epochs restarted(Map<String, Long> runs, long shift, long gone) {
        return with(runs.entrySet().stream()
                .map(run -> new Epoch(run.getKey(), run.getValue() + shift, shift))
                .map(run -> run.first == gone + 1 ? new Epoch(run.name, gone, shift) : run)
                .toList());
    }

    private Epochs with(List<Epoch> more) {
        List<Epoch> both = new ArrayList<>(all);
        both.addAll(more);
        return new Epochs(List.copyOf(both.subList(Math.max(0, both.size() - MOST), both.size())));
    }

    /** Returns the id of an event. */
    String id(long number) {
        for (int i = all.size() - 1; i > 0; i--) {
            if (all.get(i).first <= number) {
                return all.get(i).id(number);
            }
        }
        return all.getFirst().id(number);
    }

    /**
     * Returns the number of the event with an id, or {@link #ELSEWHERE}.
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

    /**
     * Returns the number of an event of the next epoch, which this log does not know yet. Returns {@link #ELSEWHERE} if
     * the id cannot be of that epoch.
     *
     * @param last the number of the last event in this log
     * @param mostAhead how much larger than {@code last} the number may be
     */
    long ahead(String id, long last, long mostAhead) {
        String number = id.substring(id.lastIndexOf('-') + 1);
        try {
            long ahead = Long.parseLong(number) + all.getLast().shift;
            return ahead > last && ahead <= last + mostAhead ? ahead : ELSEWHERE;
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
                    && id.equals(epoch.id(number))) { // so the id has no sign and no leading zero
                return number;
            }
            end = epoch.first - 1;
        }
        return ELSEWHERE;
    }
}
