package dev.weir.reactive.web;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.netty.Outflow;
import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Reads request bodies, and limits their size and the time that they may take. The time limit grows with each received
 * byte ({@link ConnectionLimits#bodyNanos}). Runs on the connection's event loop, and never blocks it. Thread-safe.
 */
@Component
public class RequestBodies {
    private final ConnectionLimits limits;
    private final LongSupplier nanoClock;

    @Autowired
    RequestBodies(ConnectionLimits limits) {
        this(limits, System::nanoTime);
    }

    RequestBodies(ConnectionLimits limits, LongSupplier nanoClock) {
        this.limits = limits;
        this.nanoClock = nanoClock;
    }

    /**
     * Returns the buffers of a request body as they arrive. The subscriber must release each buffer.
     *
     * <p>The {@code Flux} fails with the problem {@code tooLarge} if {@code Content-Length} exceeds {@code mostBytes}.
     * It fails with {@link Problem#TOO_SLOW} after the time limit.
     */
    public Flux<DataBuffer> read(ServerWebExchange exchange, int mostBytes, Problem tooLarge) {
        return Flux.defer(() -> {
            if (exchange.getRequest().getHeaders().getContentLength() > mostBytes) {
                return Flux.error(new RefusedException(tooLarge));
            }
            EventLoop loop = Outflow.channel(exchange.getResponse()).eventLoop();
            Arrival arrival = new Arrival(limits, loop, nanoClock);
            return exchange.getRequest()
                    .getBody()
                    .doOnNext(arrival::received)
                    .takeUntilOther(Mono.create(arrival::watch)) // completes, since a failure would not cancel the body
                    .concatWith(Mono.defer(arrival::failure));
        });
    }

    /**
     * Returns the whole request body, or an empty array if there is none. Fails like {@link #read}. Also fails with
     * {@code tooLarge} when more than {@code mostBytes} bytes have arrived.
     */
    public Mono<byte[]> readAll(ServerWebExchange exchange, int mostBytes, Problem tooLarge) {
        return DataBufferUtils.join(read(exchange, mostBytes, tooLarge), mostBytes)
                .map(RequestBodies::bytes)
                .defaultIfEmpty(new byte[0])
                .onErrorMap(DataBufferLimitException.class, e -> new RefusedException(tooLarge));
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    /** Limits the time in which one request body must arrive. Confined to the event loop. */
    private static final class Arrival {
        private final ConnectionLimits limits;
        private final EventLoop loop;
        private final LongSupplier nanoClock;
        private final long beginNanos;
        private long bytes;
        private @Nullable Future<?> alarm;
        private boolean late;

        Arrival(ConnectionLimits limits, EventLoop loop, LongSupplier nanoClock) {
            this.limits = limits;
            this.loop = loop;
            this.nanoClock = nanoClock;
            this.beginNanos = nanoClock.getAsLong();
        }

        void received(DataBuffer buffer) {
            bytes += buffer.readableByteCount();
        }

        /** Returns a {@code Mono} that fails if the body is too slow, and otherwise completes without a value. */
        Mono<DataBuffer> failure() {
            return late ? Mono.error(new RefusedException(Problem.TOO_SLOW)) : Mono.empty();
        }

        void watch(MonoSink<Void> sink) {
            sink.onDispose(this::stop);
            look(sink);
        }

        private void look(MonoSink<Void> sink) {
            long leftNanos = beginNanos + limits.bodyNanos(bytes) - nanoClock.getAsLong();
            if (leftNanos <= 0) {
                late = true;
                sink.success();
                return;
            }
            alarm = loop.schedule(() -> look(sink), leftNanos, TimeUnit.NANOSECONDS);
        }

        private void stop() {
            if (alarm != null) {
                alarm.cancel(false);
            }
        }
    }
}
