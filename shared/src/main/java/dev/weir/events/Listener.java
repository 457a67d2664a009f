package dev.weir.events;

/**
 * A stream or a long poll: a cursor, and the connection that gets the events after it. Confined to the loop of its
 * {@link Fanout}.
 */
public final class Listener {
    /** The index of a listener that has left. */
    static final int GONE = -1;

    final Topics topics;
    final int mostEvents;
    /** True for a poll, which ends with its first batch. */
    final boolean once;

    final EventSink sink;
    long after;
    /** The cursor that the client knows. The listener's own may be further, past events of other topics. */
    private long told;
    /** When the listener last got a batch, or when its client was last seen to read. */
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

    /** The connection has room for another batch. */
    public void ready() {
        if (isListening()) {
            fanout.serve(this);
        }
    }

    /** Removes the listener. Calling it again does nothing. */
    public void leave() {
        if (isListening()) {
            fanout.remove(this);
        }
    }

    /** Whether a stream got nothing for {@code nanos}. Never true of a poll, which gets nothing until it ends. */
    boolean isSilentFor(long nanos, long nowNanos) {
        return !once && nowNanos - sentNanos >= nanos;
    }

    boolean isListening() {
        return index != GONE;
    }
}
