package dev.weir.events;

/** One who listens: a cursor, and where to send what comes after it. Confined to the loop of its {@link Fanout}. */
public final class Listener {
    /** Instead of a place among the others. */
    static final int GONE = -1;

    final Topics topics;
    final int mostEvents;
    /** A poll, which ends with the first batch. */
    final boolean once;

    final EventSink sink;
    long after;
    /** The cursor that the client knows; past it there may be events that it has not asked for. */
    private long told;
    /** When it was ready for the last time, and got something, or was found to take some. */
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

    /** It takes more than it did. */
    public void ready() {
        if (isListening()) {
            fanout.serve(this);
        }
    }

    /** It listens no more. May be told twice. */
    public void leave() {
        if (isListening()) {
            fanout.remove(this);
        }
    }

    /** Whether a stream got nothing for so long; a poll gets nothing until its end. */
    boolean isSilentFor(long nanos, long nowNanos) {
        return !once && nowNanos - sentNanos >= nanos;
    }

    boolean isListening() {
        return index != GONE;
    }
}
