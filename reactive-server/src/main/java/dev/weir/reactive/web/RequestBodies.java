package dev.weir.reactive.web;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.netty.Outflow;
import io.netty.channel.Channel;
import io.netty.util.concurrent.FutureListener;
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
import reactor.netty.channel.AbortedException;

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
     * It fails with {@link Problem#TOO_SLOW} after the time limit, and with an {@link AbortedException} if the
     * connection or stream ends before the body is complete.
     */
    public Flux<DataBuffer> read(ServerWebExchange exchange, int mostBytes, Problem tooLarge) {
        return Flux.defer(() -> {
            long length = exchange.getRequest().getHeaders().getContentLength();
            if (length > mostBytes) {
                return Flux.error(new RefusedException(tooLarge));
            }
            Arrival arrival = new Arrival(limits, Outflow.channel(exchange.getResponse()), length, nanoClock);
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
        private final Channel channel;
        private final long length;
        private final LongSupplier nanoClock;
        private final long beginNanos;
        private long bytes;
        private @Nullable Future<?> alarm;
        private boolean late;

        /** @param length the length of the body in bytes, or -1 if it is unknown */
        Arrival(ConnectionLimits limits, Channel channel, long length, LongSupplier nanoClock) {
            this.limits = limits;
            this.channel = channel;
            this.length = length;
            this.nanoClock = nanoClock;
            this.beginNanos = nanoClock.getAsLong();
        }

        void received(DataBuffer buffer) {
            bytes += buffer.readableByteCount();
        }

        /**
         * Returns a {@code Mono} that fails if the body is too slow or not complete, and otherwise completes without a
         * value. If a stream is reset, or a connection ends while the server stops, Reactor Netty ends the body as if it
         * were complete.
         */
        Mono<DataBuffer> failure() {
            if (late) {
                return Mono.error(new RefusedException(Problem.TOO_SLOW));
            }
            boolean isWhole = channel.isActive() && (length < 0 || bytes == length);
            return isWhole ? Mono.empty() : Mono.error(new AbortedException("The body is not complete"));
        }

        void watch(MonoSink<Void> sink) {
            // If Reactor Netty refuses a malformed body, it never ends the body, not even with an error.
            FutureListener<Void> ended = _ -> sink.success();
            sink.onDispose(() -> {
                channel.closeFuture().removeListener(ended);
                stop();
            });
            look(sink);
            channel.closeFuture().addListener(ended);
        }

        private void look(MonoSink<Void> sink) {
            long leftNanos = beginNanos + limits.bodyNanos(bytes) - nanoClock.getAsLong();
            if (leftNanos <= 0) {
                late = true;
                sink.success();
                return;
            }
            alarm = channel.eventLoop().schedule(() -> look(sink), leftNanos, TimeUnit.NANOSECONDS);
        }

        private void stop() {
            if (alarm != null) {
                alarm.cancel(false);
            }
        }
    }
}
