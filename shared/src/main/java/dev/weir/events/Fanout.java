package dev.weir.events;

import dev.weir.throttle.Guarded;
import dev.weir.throttle.Timer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Sends new events to the listeners (event streams and long polls) of one event loop. Needs no thread per listener.
 * Only the event loop may call this class, except for {@link #wake} and {@link #lag}.
 * <ul>
 * <li>A new event submits one task per event loop. The task starts a round, which visits each listener once.
 * <li>A round runs in time slices, so that the event loop can do other work in between.
 * <li>Listeners with the same cursor and topics share a {@link Batch}.
 * <li>A round skips a listener whose connection is not ready. The connection calls {@link Listener#ready} later.
 * <li>A listener whose client reads too slowly is removed ({@link EventLimits#stallLimit}).
 * </ul>
 */
public final class Fanout {
    /** How many times per heartbeat interval all listeners are visited if there are no new events. */
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
    /** The number of events that the slowest listener lacks, among those that the current round has visited. */
    private long mostBehind;

    private boolean dismissed;

    /**
     * @param loop the event loop
     * @param timer runs its tasks on the event loop; if the delay is 0, other work that is due runs first
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

    /** Schedules a visit to all listeners, unless one is already scheduled. Call this after each event. Thread-safe. */
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

    /** Adds an event stream. It gets all events of {@code topics} whose numbers are above {@code after}. */
    public Listener stream(Topics topics, long after, EventSink sink) {
        Listener listener = new Listener(this, topics, after, Integer.MAX_VALUE, false, sink);
        begin(listener);
        rounds.repeat();
        return listener;
    }

    /**
     * Adds a long poll for events of {@code topics} whose numbers are above {@code after}. The client receives at most
     * {@code mostEvents} events. If no event comes within the time {@code most}, the client receives an empty batch.
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
        try {
            if (listener.once) {
                listener.sink.send(read(listener));
            } else {
                listener.sink.dismiss();
            }
        } catch (Throwable e) {
            fail(listener, e);
        }
    }

    /** Returns how many events the slowest listener had not received in the last complete round. Thread-safe. */
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
        try {
            bringUpToDate(listener);
        } catch (Throwable e) {
            fail(listener, e);
        }
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

    /** Removes a listener that could not be served because of {@code e}, and aborts its response. Never throws. */
    private static void fail(Listener listener, Throwable e) {
        Guarded.run(() -> {
            listener.leave();
            listener.sink.cutOff();
        });
        Guarded.report(e);
    }
}
