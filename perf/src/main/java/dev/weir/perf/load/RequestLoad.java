package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.PrimitiveIterator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over a fixed number of keep-alive connections until the recorder's window is over.
 *
 * <p>In a closed load each connection sends its next request as soon as it has the last answer. In an open load
 * requests start as planned, whatever became of earlier ones. While all connections are busy, a due request waits
 * in the generator, and its response time counts from its intended start. Waiting requests take no memory: the plan
 * from the last sent request to now describes them.
 *
 * <p>If a server closes an idle connection, the load replaces it at once. Any other end is an error, and the
 * replacement follows a moment later.
 *
 * <p>Confined to the generator's loop, except for {@link #over()}.
 */
public final class RequestLoad {
    private final Generator generator;
    private final Requests requests;
    private final RequestRecorder recorder;
    private final Supplier<InetSocketAddress> sources;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final Queue<KeepAlive> idle = new ArrayDeque<>();
    private final Set<KeepAlive> all = new HashSet<>();
    /** The offsets of the starts of an open load; null in a closed load. */
    private PrimitiveIterator.@Nullable OfLong plan;

    private long startNanos;
    private long nextNanos;
    private boolean wakeUpSet;
    private int underWay;
    private boolean closed;

    /** Prepares a load; the start methods start it. Each connection has the next of the source addresses. */
    public RequestLoad(
            Generator generator, Requests requests, RequestRecorder recorder, Supplier<InetSocketAddress> sources) {
        this.generator = generator;
        this.requests = requests;
        this.recorder = recorder;
        this.sources = sources;
    }

    /** Sends requests as planned from {@code startNanos} to the end of the window. Called on the generator's loop. */
    public RequestLoad startOpen(int connections, Arrivals arrivals, long startNanos) {
        Duration length = Duration.ofNanos(recorder.window().toNanos() - startNanos);
        arrivals.within(length, offset -> recorder.planned(startNanos + offset));
        this.startNanos = startNanos;
        plan = arrivals.offsetsNanos();
        nextNanos = startNanos + plan.nextLong();
        return startClosed(connections);
    }

    /** Sends requests without think time, until the window or the supply ends. Called on the generator's loop. */
    public RequestLoad startClosed(int connections) {
        for (int i = 0; i < connections; i++) {
            connect();
        }
        generator.at(recorder.window().toNanos(), this::sendDue);
        return this;
    }

    /** Completes when every request with an intended start before the end of the window is answered or lost. */
    public CompletableFuture<Void> over() {
        return over;
    }

    /** Closes the connections without errors. Called on the generator's loop. */
    public void close() {
        closed = true;
        Set.copyOf(all).forEach(connection -> connection.end(null));
    }

    private void connect() {
        if (!closed) {
            KeepAlive connection = new KeepAlive();
            all.add(connection);
            recorder.connected();
            generator.connect(requests.address(), sources.get(), connection);
        }
    }

    /** Returns when the next request is due. This is the end of the window if a closed load has no further request. */
    private long dueNanos(long nowNanos) {
        long closedNanos = requests.hasNext() ? nowNanos : recorder.window().toNanos();
        return plan == null ? closedNanos : nextNanos;
    }

    private void sendDue() {
        long nowNanos = System.nanoTime();
        long dueNanos = dueNanos(nowNanos);
        while (!idle.isEmpty() && dueNanos - nowNanos <= 0 && !isBeyond(dueNanos)) {
            if (plan == null) {
                recorder.planned(dueNanos);
            } else {
                nextNanos = startNanos + plan.nextLong();
            }
            idle.remove().sendNext(dueNanos);
            nowNanos = System.nanoTime();
            dueNanos = dueNanos(nowNanos);
        }
        if (isBeyond(dueNanos)) {
            if (underWay == 0) {
                over.complete(null);
            }
        } else if (!idle.isEmpty() && !wakeUpSet) {
            wakeUpSet = true;
            generator.at(dueNanos, () -> {
                wakeUpSet = false;
                sendDue();
            });
        }
    }

    private boolean isBeyond(long nanos) {
        return nanos - recorder.window().toNanos() >= 0;
    }

    private final class KeepAlive extends HttpConnection {
        private final Requests.Dialogue dialogue = requests.dialogue();
        private long intendedNanos;
        private long sentNanos;

        void sendNext(long intendedNanos) {
            this.intendedNanos = intendedNanos;
            underWay++;
            ByteBuf request = dialogue.next();
            sentNanos = System.nanoTime();
            request(request, 1);
        }

        @Override
        protected void opened() {
            idle.add(this);
            sendDue();
        }

        @Override
        protected void head(HttpResponse head) {
            dialogue.head(head);
            super.head(head);
        }

        @Override
        protected void body(ByteBuf part) {
            dialogue.body(part);
        }

        @Override
        protected void answered(HttpResponse head) {
            underWay--;
            dialogue.answered(intendedNanos, sentNanos, readNanos());
            recorder.answered(intendedNanos, sentNanos, readNanos());
            if (HttpUtil.isKeepAlive(head)) {
                opened();
            } else {
                end(null);
            }
        }

        @Override
        protected void closed(@Nullable String error) {
            boolean isExpected = expected() == 0 && answerBeganNanos() != 0;
            end(isExpected ? null : error != null ? error : lost());
        }

        @Override
        protected void ended(@Nullable String reason) {
            all.remove(this);
            idle.remove(this);
            underWay -= expected();
            if (closed) {
                return;
            }
            if (reason != null) {
                recorder.failed(reason);
            }
            generator.after(reason == null ? Duration.ZERO : Duration.ofMillis(100), RequestLoad.this::connect);
            sendDue();
        }
    }
}
