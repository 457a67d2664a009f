package dev.weir.reactive.idiomatic;

import dev.weir.reactive.web.Exchange;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Holds the client's admission and an open file until the exchange ends. {@link ExchangeResourcesFilter} creates an
 * object of this class for each exchange, and ends it with the exchange.
 *
 * <p>The resources cannot be closed by a signal of the body's publisher, because there may be no signal. If the client
 * leaves early, Spring never subscribes to the body. If Spring cannot write status and fields, its {@code
 * ChannelSendOperator} neither cancels nor completes a body from which it has demanded one element. Thread-safe.
 */
final class ExchangeResources {
    private final Disposable.Composite held = Disposables.composite();
    private final Sinks.Empty<Void> end = Sinks.empty();

    static ExchangeResources of(Exchange exchange) {
        return exchange.web().getRequiredAttribute(ExchangeResources.class.getName());
    }

    /**
     * Opens a resource and passes it to the chain. Unlike {@code Mono.using}, this method closes the resource at the
     * end of the exchange, because the chain ends before the body is written. If the chain fails, this method closes
     * all resources before the refusal is sent.
     */
    <T extends AutoCloseable, R> Mono<R> using(Callable<T> open, Function<T, Mono<R>> chain) {
        return Mono.fromCallable(() -> hold(open.call())).flatMap(chain).doOnError(refusal -> release());
    }

    void putInto(ServerWebExchange exchange) {
        exchange.getAttributes().put(ExchangeResources.class.getName(), this);
    }

    /** Closes the resource at the end of the exchange, or immediately if the exchange has already ended. */
    <T extends AutoCloseable> T hold(T resource) {
        held.add(() -> close(resource));
        return resource;
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw Exceptions.propagate(e);
        }
    }

    /**
     * Returns a body that is cancelled when the exchange ends. If the body fails, the exchange fails immediately.
     *
     * <p>The end of the exchange is an error signal, which is converted to a completion. {@code takeUntilOther} cancels
     * the body when its other publisher completes, but not when that publisher fails.
     */
    <T> Flux<T> during(Flux<T> body) {
        return body.takeUntilOther(end.asMono().onErrorComplete()).doOnError(end::tryEmitError);
    }

    /**
     * Returns an exchange that fails as soon as its body fails. Without this method, Reactor Netty would first write
     * all buffers that precede the error, and a stalled client would delay those writes.
     */
    Mono<Void> failing(Mono<Void> exchange) {
        return Mono.firstWithSignal(exchange, end.asMono());
    }

    /** Closes all held resources. Idempotent. */
    void release() {
        held.dispose();
    }

    /** Cancels the body, and closes all held resources. */
    void end() {
        var _ = end.tryEmitError(new CancellationException("the exchange has ended"));
        release();
    }
}
