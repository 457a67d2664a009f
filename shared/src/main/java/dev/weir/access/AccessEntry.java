package dev.weir.access;

import dev.weir.clients.Client;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects the values for the access log's line about one request. Thread-safe. No method blocks. */
public final class AccessEntry {
    /**
     * The name of the request attribute that holds the request's entry for the access log. If the access log is off,
     * requests do not have this attribute.
     */
    public static final String NAME = AccessEntry.class.getName();

    /**
     * The status in the log line if the client disconnected before it got a byte of content. nginx uses the same
     * number.
     */
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
     * Records that the server, not the client, ends the response early. The log line then has the real status, never
     * {@link #NO_RESPONSE}.
     */
    public void setCutOff() {
        cutOff = true;
    }

    public boolean isBroken() {
        return broken;
    }

    /**
     * Adds to the number of content bytes sent. Call this only for bytes that bypass the web framework, because the
     * framework counts all other bytes.
     */
    public void sent(long more) {
        bytes.addAndGet(more);
    }

    /**
     * Keeps this entry open when the framework ends the request. The event stream that takes over the connection must
     * end the entry.
     */
    public void takeOver() {
        takenOver = true;
    }

    public boolean isTakenOver() {
        return takenOver;
    }

    /**
     * Ends this entry, and writes its line to the access log. A second call does nothing.
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
