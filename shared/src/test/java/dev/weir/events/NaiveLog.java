package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The simplest event log, as a model to compare {@link EventLog} with. It never deletes an event, but reads return only
 * the events that {@link EventLog} would still keep.
 */
class NaiveLog implements AnyLog {
    /** The cursor for an id that this log has never returned. */
    static final long ELSEWHERE = -1;

    final List<Event> all = new ArrayList<>();

    private final String epoch;
    private final int mostKept;
    private final long mostKeptBytes;

    NaiveLog(String epoch, int mostKept, long mostKeptBytes) {
        this.epoch = epoch;
        this.mostKept = mostKept;
        this.mostKeptBytes = mostKeptBytes;
    }

    @Override
    public String append(String topic, @Nullable String type, String data) {
        int number = all.size() + 1;
        all.add(Event.of(number, id(number), topic, type, data));
        return id(number);
    }

    @Override
    public long cursor(String id) {
        for (int number = 0; number <= all.size(); number++) {
            if (id.equals(id(number))) {
                return number;
            }
        }
        return ELSEWHERE;
    }

    @Override
    public Batch read(long after, Set<String> topics, int mostEvents, long mostBytes) {
        List<Event> batch = new ArrayList<>();
        long next = after;
        if (after < first() - 1) {
            batch.addAll(gap(after));
            next = first() - 1;
        }
        for (Event event : all.subList((int) next, all.size())) {
            boolean wanted = topics.isEmpty() || topics.contains(String.valueOf(event.topic()));
            if (batch.size() >= mostEvents || (wanted && !fits(batch, event, mostBytes))) {
                break;
            }
            if (wanted) {
                batch.add(event);
            }
            next = event.number();
        }
        return new Batch(batch, next, id(next));
    }

    boolean fits(List<Event> batch, Event event, long mostBytes) {
        return batch.isEmpty() || bytes(batch) + event.sse().length <= mostBytes;
    }

    /** Returns the event {@code gap}, which tells a reader that events after the cursor {@code after} are missing. */
    List<Event> gap(long after) {
        String first = all.isEmpty() ? "null" : '"' + id(first()) + '"';
        String reason = after == ELSEWHERE ? "epoch" : "trimmed";
        String data = "{\"first\":" + first + ",\"reason\":\"" + reason + "\"}";
        return List.of(Event.of(first() - 1, id(first() - 1), null, "gap", data));
    }

    /** Returns the number of the oldest event that {@link EventLog} would still keep, or 1 if the log is empty. */
    long first() {
        int kept = 0;
        long bytes = 0;
        for (Event event : all.reversed()) {
            bytes += event.bytes();
            if (kept > 0 && (kept == mostKept || bytes > mostKeptBytes)) {
                break;
            }
            kept++;
        }
        return all.size() - kept + 1L;
    }

    private static long bytes(List<Event> batch) {
        return batch.stream().mapToLong(event -> event.sse().length).sum();
    }

    final String id(long number) {
        return epoch + "-" + number;
    }
}
