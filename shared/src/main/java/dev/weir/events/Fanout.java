package dev.weir.events;

import dev.weir.throttle.Guarded;
import dev.weir.throttle.Timer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Sends new events to all listeners of one event loop, without a thread per listener. Confined to the event loop,
 * except {@link #wake} and {@link #lag}.
 * <ul>
 * <li>An append submits one task per event loop. The task starts a round, which visits each listener once.
 * <li>A round runs in time slices, so that the loop can do other work in between.
 * <li>Listeners with the same cursor and topics share a {@link Batch}.
 * <li>A round skips a listener whose connection is not ready. The connection calls {@link Listener#ready} later.
 * <li>A listener whose client reads too slowly is cut off ({@link EventLimits#stallLimit}).
 * </ul>
 */
public final class Fanout {
    /** The number of rounds per heartbeat interval while there are no new events. */
    private static final int LOOKS = 8;

    private final EventLog log;
    private final ConcurrentReads.Confined reads;
    private final Executor loop;
    private final Timer timer;
    private final long heartbeatNanos; // the configured heartbeat minus the time between two rounds
    private final long stallNanos;
    private final LongSupplier nanoClock;
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile long lag;

    // Only the event loop uses the fields below.
    private final Rounds.Roster listeners = new Rounds.Roster();
    private final Rounds rounds;
    /** The lag of the slowest listener visited in this round, in events. */
    private long mostBehind;

    private boolean dismissed;

    /**
     * @param loop the event loop
     * @param timer runs its tasks on the loop; a task without a delay runs after the work that is already due
     * @param nanoClock a clock that never steps back, such as {@link System#nanoTime}
     */
    public Fanout(EventLog log, Executor loop, Timer timer, EventLimits limits, LongSupplier nanoClock) {
        this.log = log;
        this.reads = new ConcurrentReads.Confined(log);
        this.loop = loop;
        this.timer = timer;
        long lookNanos = limits.heartbeat().toNanos() / LOOKS;
        this.rounds = new Rounds(listeners, this::serveInTurn, this::roundEnds, timer, nanoClock, lookNanos);
        this.heartbeatNanos = limits.heartbeat().toNanos() - lookNanos;
        this.stallNanos = limits.stallLimit().toNanos();
        this.nanoClock = nanoClock;
    }

    /** Schedules a round for new events, unless one is scheduled already. Thread-safe. */
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(() -> {
                    woken.set(false); // before the round reads the log, so that a later append starts another round
                    rounds.begin();
                });
            } catch (RejectedExecutionException e) {
                // The event loop has ended, and its connections are closed.
            }
        }
    }

    /** Adds a stream of all events of the topics after the cursor {@code after}. */
    public Listener stream(Topics topics, long after, EventSink sink) {
        Listener listener = new Listener(this, topics, after, Integer.MAX_VALUE, false, sink);
        begin(listener);
        rounds.repeat();
        return listener;
    }

    /**
     * Adds a long poll for the next events after the cursor {@code after}. If there are none within {@code most}, the
     * client receives an empty batch.
     */
    public Listener poll(Topics topics, long after, int mostEvents, Duration most, EventSink sink) {
        Listener listener = new Listener(this, topics, after, mostEvents, true, sink);
        begin(listener);
        if (listener.isListening()) {
            listener.timeout = timer.schedule(() -> end(listener), most.toNanos());
        }
        return listener;
    }

    void remove(Listener listener) {
        listener.timeout.run();
        listeners.remove(listener);
    }

    private void end(Listener listener) {
        if (!listener.isListening()) {
            return;
        }
        remove(listener);
        guarded(listener, () -> {
            if (listener.once) {
                listener.sink.send(read(listener));
            } else {
                listener.sink.dismiss();
            }
        });
    }

    /** Returns by how many events the slowest listener was behind the log in the last round. Thread-safe. */
    public long lag() {
        return lag;
    }

    private void begin(Listener listener) {
        listener.sentNanos = nanoClock.getAsLong();
        listeners.add(listener);
        if (dismissed) {
            end(listener);
        } else {
            serve(listener);
        }
    }

    public void dismiss() {
        dismissed = true;
        listeners.copy().forEach(this::end);
    }

    private Batch read(Listener listener) {
        return reads.read(listener.topics, listener.after, listener.mostEvents);
    }

    private void serveInTurn(Listener listener) {
        serve(listener);
        if (listener.isListening()) {
            mostBehind = Math.max(mostBehind, log.last() - listener.after);
        }
    }

    private void roundEnds() {
        reads.forget();
        lag = mostBehind;
        mostBehind = 0;
    }

    void serve(Listener listener) {
        guarded(listener, () -> bringUpToDate(listener));
    }

    private void bringUpToDate(Listener listener) {
        long nowNanos = nanoClock.getAsLong();
        boolean late = listener.isSilentFor(heartbeatNanos, nowNanos);
        if (listener.after >= log.last() && !late) {
            return;
        }
        if (!listener.sink.isReady()) {
            if (listener.sink.hasTaken()) {
                listener.sentNanos = nowNanos;
            } else if (listener.isSilentFor(stallNanos, nowNanos)) {
                remove(listener);
                listener.sink.cutOff();
            }
            return;
        }
        Batch batch = read(listener);
        listener.after = batch.next();
        if (batch.size() == 0 && !late) {
            return;
        }
        listener.sentNanos = nowNanos;
        if (listener.once) {
            remove(listener);
        } else if (listener.after < log.last()) {
            timer.schedule(listener::ready, 0);
        }
        listener.send(batch);
    }

    /** Runs a step for one listener. If it throws, only this listener is cut off. */
    private static void guarded(Listener listener, Runnable step) {
        Guarded.run(() -> {
            boolean done = false;
            try {
                step.run();
                done = true;
            } finally {
                if (!done) {
                    listener.leave();
                    listener.sink.cutOff();
                }
            }
        });
    }
}
