package dev.weir.events;

/**
 * An open event stream or long poll. It sends the events after its cursor to its {@link EventSink}. Confined to the
 * event loop of its {@link Fanout}.
 */
public final class Listener {
    /** The value of {@link #index} after the listener has left. */
    static final int GONE = -1;

    final Topics topics;
    final int mostEvents;
    /** Whether this is a long poll, which ends with its first batch. */
    final boolean once;

    final EventSink sink;
    long after;
    /**
     * The cursor that the client knows. {@link #after} may be larger, because it also advances past events of other
     * topics.
     */
    private long told;
    /** The time of the last send or of the last sign that the client reads, whichever is later. */
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

    /** Sends the waiting events. The connection calls this method when it can accept another batch. */
    public void ready() {
        if (isListening()) {
            fanout.serve(this);
        }
    }

    /** Removes the listener. Idempotent. */
    public void leave() {
        if (isListening()) {
            fanout.remove(this);
        }
    }

    /** Returns whether a stream has been silent for {@code nanos}. A poll has no heartbeat, so the result is false. */
    boolean isSilentFor(long nanos, long nowNanos) {
        return !once && nowNanos - sentNanos >= nanos;
    }

    boolean isListening() {
        return index != GONE;
    }
}
