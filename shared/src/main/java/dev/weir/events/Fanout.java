package dev.weir.events;

import dev.weir.throttle.Guarded;
import dev.weir.throttle.Timer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Brings all listeners of one event loop from their cursors to the end of the log, without a thread per listener.
 *
 * <p>An append costs one task per loop, however many listeners there are. The task serves them in slices and lets the
 * loop do other work in between. Events that are appended meanwhile reach the listeners still to come in this round,
 * and the others in the next. Listeners with the same cursor and topics share a {@link Batch}. A listener whose
 * connection is not ready is skipped until it calls {@link Listener#ready}, and is cut off when that takes too long.
 *
 * <p>Confined to its loop, except {@link #wake} and {@link #lag}.
 */
public final class Fanout {
    /** How often each listener is checked per heartbeat. */
    private static final int LOOKS = 8;

    private final EventLog log;
    private final SharedReads reads;
    private final Executor loop;
    private final Timer timer;
    private final long heartbeatNanos; // shorter than the configured heartbeat by the time between two checks
    private final long stallNanos;
    private final LongSupplier nanoClock;
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile long lag;

    // All fields below are touched only on the loop.
    private final Roster listeners = new Roster();
    private final Rounds rounds;
    /** Events that the slowest listener served in this round still lacks. */
    private long mostBehind;

    private boolean dismissed;

    /**
     * Makes a fan-out without listeners.
     *
     * @param loop the thread on which everything here runs
     * @param timer runs its tasks on the loop; a task without delay runs after the other work that is due there
     * @param nanoClock a clock that never steps back, such as {@link System#nanoTime}
     */
    public Fanout(EventLog log, Executor loop, Timer timer, EventLimits limits, LongSupplier nanoClock) {
        this.log = log;
        this.reads = new SharedReads(log);
        this.loop = loop;
        this.timer = timer;
        long lookNanos = limits.heartbeat().toNanos() / LOOKS;
        this.rounds = new Rounds(listeners, this::serveInTurn, this::roundEnds, timer, nanoClock, lookNanos);
        this.heartbeatNanos = limits.heartbeat().toNanos() - lookNanos;
        this.stallNanos = limits.stallLimit().toNanos();
        this.nanoClock = nanoClock;
    }

    /** Starts a round, because the log has new events. Any thread may call it. At most one task waits for the loop. */
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(() -> {
                    woken.set(false); // before the log is read, so that a later append wakes again
                    rounds.begin();
                });
            } catch (RejectedExecutionException e) {
                // The loop has ended, and its connections with it.
            }
        }
    }

    /** Adds a stream, which gets all events of its topics after the cursor, until it leaves. */
    public Listener stream(Topics topics, long after, EventSink sink) {
        Listener listener = new Listener(this, topics, after, Integer.MAX_VALUE, false, sink);
        begin(listener);
        rounds.repeat();
        return listener;
    }

    /** Adds a long poll. It gets the next events after the cursor once there are any, or none after {@code most}. */
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

    /** Events that the slowest listener still lacked in the last round. Any thread. */
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

    /** Ends all listeners, because the server stops. */
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

    /** Runs a step for one listener. If it throws, that listener is cut off and the others go on. */
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
