package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of keep-alive connections, taken in turns; one that ends is replaced.
 *
 * <p>Where the server may end it, as Tomcat does after so many requests, it is replaced at once and counted as opened;
 * otherwise that is an error, and the next one waits a moment. Confined to the generator's loop.
 */
final class Connections implements KeepAlive.Owner {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final Generator generator;
    private final Requests requests;
    private final RequestRecorder recorder;
    private final Supplier<InetSocketAddress> sources;
    private final Runnable changed;
    private final Queue<KeepAlive> idle = new ArrayDeque<>();
    private final Set<KeepAlive> all = new HashSet<>();
    private int underWay;
    private boolean closed;

    /**
     * Opens nothing yet.
     *
     * @param changed what to do when a connection became idle or a request is over
     */
    Connections(
            Generator generator,
            Requests requests,
            RequestRecorder recorder,
            Supplier<InetSocketAddress> sources,
            Runnable changed) {
        this.generator = generator;
        this.requests = requests;
        this.recorder = recorder;
        this.sources = sources;
        this.changed = changed;
    }

    void open() {
        if (closed) {
            return;
        }
        KeepAlive connection = new KeepAlive(requests.dialogue(), this);
        all.add(connection);
        recorder.connected();
        var _ = generator.connect(requests.address(), sources.get(), connection).addListener(future -> {
            Throwable cause = future.cause();
            if (cause != null) {
                connection.end("connect: " + cause.getMessage());
            }
        });
    }

    boolean hasIdle() {
        return !idle.isEmpty();
    }

    int underWay() {
        return underWay;
    }

    /** Sends a request on an idle connection. */
    void send(long intendedNanos) {
        underWay++;
        idle.remove().send(intendedNanos);
    }

    /** Breaks off whatever is under way, which is no error of the server. */
    void close() {
        closed = true;
        Set.copyOf(all).forEach(KeepAlive::close);
    }

    @Override
    public void ready(KeepAlive connection) {
        idle.add(connection);
        changed.run();
    }

    @Override
    public void answered(long intendedNanos, long sentNanos, long answeredNanos) {
        underWay--;
        recorder.answered(intendedNanos, sentNanos, answeredNanos);
    }

    @Override
    public void ended(KeepAlive connection, @Nullable String reason, boolean lost) {
        all.remove(connection);
        idle.remove(connection);
        if (lost) {
            underWay--;
        }
        if (closed) {
            return;
        }
        if (reason == null) {
            open();
        } else {
            recorder.failed(reason);
            generator.after(AFTER_FAILURE, this::open);
        }
        changed.run();
    }
}
