package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The log as on paper: everything that was ever published, and for each read a walk through what of it is kept. */
class NaiveLog implements AnyLog {
    /** The cursor of who names what this log never had. */
    static final long ELSEWHERE = -1;

    /** All of them: number n at n - 1. */
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

    /** What is told to who comes from before the first that is kept. */
    List<Event> gap(long after) {
        String first = all.isEmpty() ? "null" : '"' + id(first()) + '"';
        String reason = after == ELSEWHERE ? "epoch" : "trimmed";
        String data = "{\"first\":" + first + ",\"reason\":\"" + reason + "\"}";
        return List.of(Event.of(first() - 1, id(first() - 1), null, "gap", data));
    }

    /** The first that is kept; the next one where none is. */
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
