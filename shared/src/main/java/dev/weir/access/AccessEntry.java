package dev.weir.access;

import dev.weir.clients.Client;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects the values of one request for its line in the access log. Thread-safe. No method blocks. */
public final class AccessEntry {
    /**
     * The name of the request attribute that holds the entry of the request. Without an access log there is no such
     * attribute.
     */
    public static final String NAME = AccessEntry.class.getName();

    /** Stands for the status if the client left before it got a byte of content. nginx does the same. */
    public static final int NO_RESPONSE = 499;

    private final AccessLog log;
    private final AccessLog.Head head;
    private final Instant begun;
    private final long begunNanos;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean takenOver;
    private volatile boolean broken;
    private volatile boolean cutOff;
    private volatile @Nullable Client client;
    private volatile @Nullable String requestId;

    AccessEntry(AccessLog log, AccessLog.Head head, Instant begun, long begunNanos) {
        this.log = log;
        this.head = head;
        this.begun = begun;
        this.begunNanos = begunNanos;
    }

    public void setClient(Client found) {
        client = found;
    }

    public void setRequestId(String id) {
        requestId = id;
    }

    /** Records that the connection broke before the response was complete. */
    public void setBroken() {
        broken = true;
    }

    /**
     * Records that the server itself cuts the response off. Then the status in the line is never {@link #NO_RESPONSE}.
     */
    public void setCutOff() {
        cutOff = true;
    }

    public boolean isBroken() {
        return broken;
    }

    /** Counts content bytes that the framework does not count, because they are sent past it. */
    public void sent(long more) {
        bytes.addAndGet(more);
    }

    /** Keeps the entry open when the framework ends the request. The event stream on the connection ends the entry. */
    public void takeOver() {
        takenOver = true;
    }

    public boolean isTakenOver() {
        return takenOver;
    }

    /**
     * Ends the entry. A second call does nothing.
     *
     * @param status the status of the response
     * @param counted the number of content bytes that were sent but not reported by {@link #sent}
     * @param cut whether the connection broke before the response was complete
     */
    public void end(int status, long counted, boolean cut) {
        if (ended.compareAndSet(false, true)) {
            long all = "HEAD".equals(head.method()) ? 0 : bytes.get() + counted;
            Client known = client;
            log.write(new AccessLine(
                    head.address(),
                    known == null ? null : known.name(),
                    known == null ? null : known.plan().name(),
                    begun,
                    head.method(),
                    Redaction.of(head.target()),
                    head.protocol(),
                    cut && !cutOff && all == 0 ? NO_RESPONSE : status,
                    all,
                    Redaction.of(head.referer()),
                    head.agent(),
                    log.nanoTime() - begunNanos,
                    requestId));
        }
    }
}
