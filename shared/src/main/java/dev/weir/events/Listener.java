package dev.weir.events;

/**
 * An open event stream or long poll. It sends the events after its cursor (an event number) to its {@link EventSink}.
 * Only the event loop of its {@link Fanout} may call this class.
 */
public final class Listener {
    /** The value of {@link #index} after the listener was removed. */
    static final int GONE = -1;

    final Topics topics;
    final int mostEvents;
    /** Whether this is a long poll, which ends after one batch. Otherwise it is an event stream. */
    final boolean once;

    final EventSink sink;
    long after;
    /**
     * The last cursor (an event number) that the client knows. {@link #after} may be larger: it also advances past
     * events of other topics, which the client does not get.
     */
    private long told;
    /**
     * The time in nanoseconds of the last sent batch, or of the last sign that the client has read
     * ({@link EventSink#hasTaken}) if that was later.
     */
    long sentNanos;

    int index;
    Runnable timeout = () -> {};
    private final Fanout fanout;

    Listener(Fanout fanout, Topics topics, long after, int mostEvents, boolean once, EventSink sink) {
        this.fanout = fanout;
        this.topics = topics;
        this.after = after;
        this.told = after;
        this.mostEvents = mostEvents;
        this.once = once;
        this.sink = sink;
    }

    void send(Batch batch) {
        Batch news = once ? batch : batch.since(told);
        told = batch.next();
        sink.send(news);
    }

    /** Sends new events to the client. The connection calls this method when it can accept another batch. */
    public void ready() {
        if (isListening()) {
            fanout.serve(this);
        }
    }

    /** Removes the listener, so that it gets no more events. Idempotent. */
    public void leave() {
        if (isListening()) {
            fanout.remove(this);
        }
    }

    /**
     * Returns whether no batch was sent to the client, and the client read nothing, for {@code nanos} nanoseconds.
     * Always returns false for a long poll.
     */
    boolean isSilentFor(long nanos, long nowNanos) {
        return !once && nowNanos - sentNanos >= nanos;
    }

    boolean isListening() {
        return index != GONE;
    }
}
