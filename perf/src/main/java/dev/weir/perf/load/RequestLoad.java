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
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A load of requests over keep-alive connections, until its {@link Window} ends. While all connections are busy, a
 * request of an open loop waits. Its response time counts from its planned start, so the time includes this wait. When
 * a connection ends, its client opens another from the same address. Call the methods on the generator's event loop,
 * except those that declare {@link InterruptedException}.
 */
public final class RequestLoad {
    private static final Duration BETWEEN_CONNECTS = Duration.ofNanos(100_000); // for the server's accept queue
    private final Generator generator;
    private final Requests requests;
    private final Window window;
    private final RequestRecorder recorder;
    private final Supplier<InetSocketAddress> sources;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final Queue<KeepAlive> idle = new ArrayDeque<>();
    private final Set<KeepAlive> all = new HashSet<>();
    private PrimitiveIterator.@Nullable OfLong starts; // null in a closed loop
    private long nextNanos;
    private boolean wakeUpSet;
    private int underWay;
    private long opened;
    private boolean closed;

    public RequestLoad(Generator generator, Requests requests, Window window, Supplier<InetSocketAddress> sources) {
        this.generator = generator;
        this.requests = requests;
        this.window = window;
        this.sources = sources;
        recorder = new RequestRecorder(window);
    }

    /** Sends each request at its planned time until the window ends. {@code fromNanos} gives the start of the plan. */
    public RequestLoad startOpen(int connections, Arrivals plan, LongSupplier fromNanos) throws InterruptedException {
        return generator.ask(() -> openAt(fromNanos.getAsLong(), connections, plan));
    }

    /** Like {@link #startOpen}, but called on the generator's event loop. The plan starts at {@code startNanos}. */
    public RequestLoad openAt(long startNanos, int connections, Arrivals plan) {
        plan.within(Duration.ofNanos(window.toNanos() - startNanos), offset -> recorder.planned(startNanos + offset));
        starts = plan.offsetsNanos().map(offset -> startNanos + offset).iterator();
        nextNanos = starts.nextLong();
        return open(connections);
    }

    public RequestLoad startClosed(int connections) throws InterruptedException {
        return generator.ask(() -> open(connections));
    }

    private RequestLoad open(int connections) {
        generator.spread(connections, BETWEEN_CONNECTS.multipliedBy(connections), _ -> connect(sources.get()));
        generator.at(window.toNanos(), this::sendDue);
        return this;
    }

    public long answers() {
        return recorder.answers();
    }

    public long opened() {
        return opened;
    }

    public RequestRecorder.RequestRecording recording() {
        return recorder.recording();
    }

    public RequestRecorder.RequestRecording await(Duration patience) throws InterruptedException {
        Waiting.await("the requests", over, patience);
        return generator.ask(recorder::recording);
    }

    public void close() {
        closed = true;
        Set.copyOf(all).forEach(connection -> connection.end(null));
    }

    private void connect(InetSocketAddress source) {
        if (!closed) {
            KeepAlive connection = new KeepAlive(source);
            all.add(connection);
            generator.connect(requests.address(), source, connection);
        }
    }

    private long dueNanos(long nowNanos) {
        return starts != null ? nextNanos : requests.hasNext() ? nowNanos : window.toNanos();
    }

    private void sendDue() {
        long nowNanos = System.nanoTime();
        long dueNanos = dueNanos(nowNanos);
        while (!idle.isEmpty() && dueNanos - nowNanos <= 0 && dueNanos - window.toNanos() < 0) {
            if (starts == null) {
                recorder.planned(dueNanos);
            } else {
                nextNanos = starts.nextLong();
            }
            idle.remove().sendNext(dueNanos);
            nowNanos = System.nanoTime();
            dueNanos = dueNanos(nowNanos);
        }
        if (dueNanos - window.toNanos() >= 0) {
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

    private final class KeepAlive extends HttpConnection {
        private final InetSocketAddress source;
        private final Requests.Dialogue dialogue = requests.dialogue();
        private long intendedNanos;
        private long sentNanos;

        KeepAlive(InetSocketAddress source) {
            this.source = source;
        }

        void sendNext(long intendedNanos) {
            this.intendedNanos = intendedNanos;
            underWay++;
            ByteBuf request = dialogue.next();
            sentNanos = System.nanoTime();
            request(request, 1);
        }

        @Override
        protected void opened() {
            opened++;
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
                idle.add(this);
                sendDue();
            } else {
                end(null);
            }
        }

        @Override
        protected void closed(@Nullable String error) {
            end(expected() == 0 && answerBeganNanos() != 0 ? null : error != null ? error : lost());
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
            generator.after(reason == null ? Duration.ZERO : Duration.ofMillis(100), () -> connect(source));
            sendDue();
        }
    }
}
