package dev.weir.events;

import dev.weir.throttle.Guarded;
import dev.weir.throttle.Timer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Who listens on one loop, without a thread of their own: brings each of them from its cursor to the end of the log.
 *
 * <p>However many listen, an append costs one task a loop. That task goes through them in slices, between which the loop
 * does other work; what is appended meanwhile is picked up by those still to come, and by all in the next round. Those
 * at the same place that want the same topics get the same {@link Batch}. A listener that is not ready is left alone until
 * it says that it is, or is ended when that takes too long.
 *
 * <p>Confined to its loop, but for {@link #wake} and {@link #lag}.
 */
public final class Fanout {
    /** How often listeners are looked at in the time of a heartbeat. */
    private static final int LOOKS = 8;

    private final EventLog log;
    private final SharedReads reads;
    private final Executor loop;
    private final Timer timer;
    private final long lookNanos;
    /** Less than the limit by the time between two looks. */
    private final long heartbeatNanos;

    private final long stallNanos;
    private final LongSupplier nanoClock;
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile long lag;

    // All below: on the loop.
    private final Roster listeners = new Roster();
    private final Rounds rounds;
    /** Of those that this round has served. */
    private long mostBehind;

    private boolean looking;
    private boolean dismissed;

    /**
     * Nobody listens yet.
     *
     * @param loop the thread of everything here
     * @param timer runs its tasks on the loop, and those without a delay after the loop has done what else is due
     * @param nanoClock never steps back, as {@link System#nanoTime}
     */
    public Fanout(EventLog log, Executor loop, Timer timer, EventLimits limits, LongSupplier nanoClock) {
        this.log = log;
        this.reads = new SharedReads(log);
        this.loop = loop;
        this.timer = timer;
        this.rounds = new Rounds(listeners, this::serveInTurn, this::roundEnds, timer, nanoClock);
        this.lookNanos = limits.heartbeat().toNanos() / LOOKS;
        this.heartbeatNanos = limits.heartbeat().toNanos() - lookNanos;
        this.stallNanos = limits.stallLimit().toNanos();
        this.nanoClock = nanoClock;
    }

    /** There is something new. Any thread; at most one task is waiting for the loop. */
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(() -> {
                    woken.set(false); // before the log is read: what comes later wakes again
                    rounds.begin();
                });
            } catch (RejectedExecutionException e) {
                // The loop has ended, and its connections with it.
            }
        }
    }

    /** Sends whatever comes after the cursor, until it leaves. */
    public Listener stream(Topics topics, long after, EventSink sink) {
        Listener listener = new Listener(this, topics, after, Integer.MAX_VALUE, false, sink);
        begin(listener);
        look();
        return listener;
    }

    /** Sends the next events after the cursor once there are any, or none when the time is over. */
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

    /** How many events the slowest of those who listen has still to get, as it was in the last round. */
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

    /** The server stops. */
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

    /** Whoever fails listens no more, and costs the others nothing. */
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

    /** Heartbeats, and the end of those who take nothing; as long as anybody listens. */
    private void look() {
        if (!looking) {
            looking = true;
            timer.schedule(
                    () -> {
                        looking = false;
                        if (listeners.size() > 0) {
                            look();
                        }
                        rounds.begin();
                    },
                    lookNanos);
        }
    }
}
