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
 * Holds the client's admission and an open file until the exchange ends. A signal of the body's publisher cannot close
 * them, because Spring may never subscribe to the body, or may drop it without a cancellation. Thread-safe.
 */
final class ExchangeResources {
    private final Disposable.Composite held = Disposables.composite();
    private final Sinks.Empty<Void> end = Sinks.empty();

    static ExchangeResources of(Exchange exchange) {
        return exchange.web().getRequiredAttribute(ExchangeResources.class.getName());
    }

    /**
     * Opens a resource, passes it to the chain, and closes it when the exchange ends. {@code Mono.using} would close it
     * before the body is written. If the chain fails, closes all resources before the refusal is sent.
     */
    <T extends AutoCloseable, R> Mono<R> using(Callable<T> open, Function<T, Mono<R>> chain) {
        return Mono.fromCallable(() -> hold(open.call())).flatMap(chain).doOnError(refusal -> release());
    }

    void putInto(ServerWebExchange exchange) {
        exchange.getAttributes().put(ExchangeResources.class.getName(), this);
    }

    /** Closes the resource when the exchange ends, or now if it has ended. */
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

    /** Returns a body that is cancelled when the exchange ends. If the body fails, the exchange fails immediately. */
    <T> Flux<T> during(Flux<T> body) {
        return body.takeUntilOther(end.asMono().onErrorComplete()).doOnError(end::tryEmitError);
    }

    /**
     * Returns an exchange that fails as soon as its body fails. Otherwise Reactor Netty would first write the buffers
     * that the body emitted before the error, and a stalled client would delay the failure.
     */
    Mono<Void> failing(Mono<Void> exchange) {
        return Mono.firstWithSignal(exchange, end.asMono());
    }

    /** Closes all held resources. Idempotent. */
    void release() {
        held.dispose();
    }

    void end() {
        var _ = end.tryEmitError(new CancellationException("the exchange has ended"));
        release();
    }
}
