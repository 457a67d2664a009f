package dev.weir.clients;

import dev.weir.rights.Rights;
import dev.weir.throttle.SlowReaders;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The permission for one download, or for one subscription to events. The request counts against the limits of the
 * client and of the server until {@link #leave} is called. Thread-safe. Takes a lock only briefly, so an event loop may
 * call it.
 *
 * <p>The caller must call {@link #leave} before the client can read the last byte. Otherwise the client's next request
 * may be refused, because the finished request still counts.
 * <ul>
 * <li>Code that writes the body in chunks asks {@link #next} for the size of each chunk. For the last chunk,
 *     {@code next} calls {@code leave}.
 * <li>Code that writes the whole body at once calls {@link #all} first. {@code all} calls {@code leave}, too.
 * </ul>
 *
 * <p>The last {@link #TAIL_BYTES} of a download are written after {@code leave}. {@link SlowReaders} closes the
 * connection of a client that does not read them.
 */
public final class Admission implements AutoCloseable {
    /**
     * The maximum number of bytes that are written after {@link #leave}: the end of a body, or a whole small body.
     */
    public static final int TAIL_BYTES = 16 * 1024;

    private final Clients clients;
    private final Client client;
    private final Use use;
    /** The tasks that end the open downloads of all clients when the server stops. */
    private final EndTasks downloads;
    /**
     * The name of the client's plan at the time of the admission. The client may get another plan before the request
     * ends.
     */
    private final String plan;

    private final long enteredNanos;
    /** A task that runs before the server cuts the response off. */
    private final Runnable cut;
    /** Whether {@link #next} has been called. Written by the thread that writes the body, read by any thread. */
    private volatile boolean begun;

    private boolean left;

    Admission(Clients clients, Client client, Use use, EndTasks downloads, Runnable cut) {
        this.clients = clients;
        this.client = client;
        this.use = use;
        this.downloads = downloads;
        this.cut = cut;
        this.plan = client.plan().name();
        this.enteredNanos = clients.nanoTime();
    }

    public Client client() {
        return client;
    }

    /**
     * Registers {@code end}. {@code end} runs on {@code executor} when the client's API key is revoked. For a
     * download, {@code end} also runs when the stopping server cuts off all downloads. If either came before the
     * registration, {@code end} runs at once. It runs at most once, and never starts after the registration has ended.
     *
     * @param executor runs {@code end}. If the executor is an event loop, {@code end} must not block
     * @param end the task that ends this download or subscription
     * @return a task that ends the registration. Run this task on {@code executor} as soon as the response has ended.
     *     Otherwise {@code end} could close the connection during the next request. If the connection ends with the
     *     response, any thread may run the returned task
     */
    public Runnable onCutOff(Executor executor, Runnable end) {
        boolean download = use == Use.DOWNLOAD;
        if (!download && !client.hasKey()) {
            return () -> {}; // nothing cuts it off
        }
        AtomicBoolean ended = new AtomicBoolean();
        Runnable task = () -> executor.execute(() -> {
            if (ended.compareAndSet(false, true)) {
                cut.run();
                end.run();
            }
        });
        Runnable known = client.onRevoke(task);
        Runnable open = download ? downloads.add(task) : () -> {};
        return () -> {
            ended.set(true);
            known.run();
            open.run();
        };
    }

    /**
     * Watches a response body on {@code executor}. Cuts the body off if the client reads too slowly, and in
     * the cases of {@link #onCutOff}.
     *
     * @return a task that ends the watch; run it on {@code executor}
     */
    public Runnable watch(SlowReaders slowReaders, SlowReaders.Body body, Executor executor) {
        Runnable quick = slowReaders.watch(new CutBody(body, cut), executor);
        Runnable known = onCutOff(executor, body::cutOff);
        return () -> {
            quick.run();
            known.run();
        };
    }

    /** A response body that runs a task before the server cuts the body off. */
    private record CutBody(SlowReaders.Body body, Runnable cut) implements SlowReaders.Body {
        @Override
        public long written() {
            return body.written();
        }

        @Override
        public boolean holdsGrant() {
            return body.holdsGrant();
        }

        @Override
        public void cutOff() {
            cut.run();
            body.cutOff();
        }
    }

    /** Returns the rights of the client's plan. */
    public Rights rights() {
        return client.plan().rights();
    }

    /**
     * Returns how many bytes of the body may be written now, at least 1. If these bytes complete the body, this method
     * also calls {@link #leave}.
     *
     * @param unwritten the number of bytes of the body that are not written yet, at least 1
     * @param granted the number of bytes that the rate limit allows now, at least 1
     */
    public long next(long unwritten, long granted) {
        if (!begun) {
            begun = true;
            clients.watch().firstByte(plan, clients.nanoTime() - enteredNanos);
        }
        if (granted < unwritten) {
            return granted;
        }
        if (unwritten > TAIL_BYTES) {
            return unwritten - TAIL_BYTES;
        }
        leave();
        return unwritten;
    }

    /**
     * Call this method before writing the whole body at once. It calls {@link #leave}.
     *
     * @param length the number of bytes of the body, at most {@link #TAIL_BYTES}
     */
    public void all(long length) {
        next(length, length);
    }

    /**
     * Ends the permission. The download or subscription then no longer counts against the limits. Call this method even
     * if the response fails. A second call does nothing.
     */
    public synchronized void leave() {
        if (!left) {
            left = true;
            clients.leave(client, use);
            if (begun) {
                clients.watch().ended(plan, clients.nanoTime() - enteredNanos);
            }
        }
    }

    @Override
    public void close() {
        leave();
    }
}
