package dev.weir.cluster;

import dev.weir.events.EventLog;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the event log on Redis to the {@link EventLog} of this process, with one thread and one connection.
 * Subscribers read only the copy.
 *
 * <p>Redis may lose events that the copy already has, or delete events before they are copied. The reader then restarts
 * the copy. Each subscriber gets a {@code gap} event, which means that events may be missing.
 */
public final class LogReader implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Logger log = LoggerFactory.getLogger(LogReader.class);

    private final RedisLink link;
    private final EventLog copy;
    private final Thread thread;
    private final CompletableFuture<Boolean> complete = new CompletableFuture<>();
    private volatile boolean closed;

    // All fields below are confined to the reading thread.
    private long position;
    private String epoch = "";
    /** The number of the newest event on Redis at the last {@link #find}. A complete copy has this event. */
    private long target;

    private String lastFailure = "";

    public LogReader(RedisLink link, EventLog copy) {
        this.link = link;
        this.copy = copy;
        this.thread = Thread.ofPlatform().daemon().name("weir-redis-events").start(this::run);
    }

    /**
     * Blocks until the copy has all events that were on Redis when the reader started.
     *
     * @throws IllegalStateException if this takes longer than {@code most}
     */
    public void awaitComplete(Duration most) {
        try {
            complete.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading events", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("events were not read in " + most.toSeconds() + " s", e);
        }
    }

    private void run() {
        while (!closed) {
            try (StatefulRedisConnection<String, String> connection = link.connect()) {
                follow(connection);
            } catch (Throwable e) { // an Error, too: if the thread ended, no event would be read any more
                failed(e);
            }
        }
    }

    /** Marks the copy as out of date and waits for 100 ms. Logs the failure, unless it has been logged already. */
    private void failed(Throwable failure) {
        String text = failure.toString();
        if (closed || isRedisGone(failure) || text.equals(lastFailure)) {
            log.debug("events are not read now", failure); // the link warns when Redis is gone
        } else {
            log.error("reading events from Redis at {} failed", link.place(), failure);
        }
        lastFailure = text;
        copy.behind(true);
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private static boolean isRedisGone(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return !(cause instanceof RedisCommandExecutionException)
                && (failure instanceof RedisException || failure instanceof CompletionException);
    }

    private void follow(StatefulRedisConnection<String, String> connection) {
        find();
        while (!closed) {
            if (position >= target) {
                complete.complete(true);
            }
            List<StreamMessage<String, String>> found = SharedLog.read(link, connection, position);
            for (StreamMessage<String, String> message : found) {
                if (!take(message)) {
                    break;
                }
            }
            if (found.isEmpty()) {
                find(); // a log that was emptied begins at 1 again, below the position, so a read finds nothing
            }
            if (position >= target) {
                copy.behind(false); // at this point, a read has succeeded
                lastFailure = "";
            }
        }
    }

    /**
     * Reads the state of the event log on Redis, and sets {@link #target}. Restarts the copy in three cases: at the
     * first call, if Redis has lost events that were copied, and if Redis has deleted the next event to copy.
     */
    private void find() {
        SharedLog.State state = SharedLog.state(link);
        long end = state.end(epoch);
        if (epoch.isEmpty() || position > end) {
            restart(state, Math.max(end + 1, state.first()));
        } else if (position + 1 < state.first()) {
            restart(state, state.first());
        } else {
            begin(state);
        }
        target = state.last();
    }

    /**
     * Tells the copy about each epoch (the time between two starts of Redis) whose first event has not been copied yet.
     * If the copy refuses one of these epochs, restarts the copy.
     */
    private void begin(SharedLog.State state) {
        boolean begun = true;
        for (Map.Entry<String, Long> run : state.runs().entrySet()) {
            long between = run.getValue() - position - 1;
            begun &= between < 0 || copy.begin(run.getKey(), run.getValue(), between);
        }
        if (!begun) {
            restart(state, position + 1);
        }
    }

    private void restart(SharedLog.State state, long next) {
        if (!epoch.isEmpty()) {
            log.warn("events after {}-{} are lost: subscribers get a gap", epoch, position);
        }
        copy.restart(state.runs(), next);
        position = next - 1;
        epoch = state.epochOf(position);
    }

    /**
     * Appends an event to this node's copy of the log. Returns false if the copy was restarted instead. The caller must
     * then read the events again, beginning after the new {@link #position}.
     */
    private boolean take(StreamMessage<String, String> message) {
        String id = message.getId();
        long number = Long.parseLong(id.substring(0, id.indexOf('-')));
        SharedLog.Entry event = SharedLog.Entry.of(message.getBody());
        if (event != null && !event.epoch().equals(epoch)) { // Redis has restarted, and may have lost copied events
            long before = position;
            find();
            if (position != before) {
                return false;
            }
        }
        if (number != position + 1) { // Redis dropped events before they were read
            restart(SharedLog.state(link), number);
        }
        if (event == null) {
            log.error("skipping entry {} of {} on Redis, which is no event", id, link.key(SharedLog.STREAM));
            position = number;
            return true;
        }
        epoch = event.epoch();
        long last = copy.last();
        try {
            copy.copy(epoch, number, event.topic(), event.type(), event.data());
        } finally {
            position += copy.last() - last; // advances even if a listener fails, so that the event is not copied again
        }
        return true;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
