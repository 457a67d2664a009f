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
 * Holds what one answer needs until the exchange ends: the client's admission, and an open file. {@link
 * ExchangeResourcesFilter} creates it, and releases everything at the end of the exchange.
 *
 * <p>The body's own signals are not enough for that. Spring does not subscribe to the body if the client left before.
 * If Spring cannot write status and fields, its {@code ChannelSendOperator} has demanded one element of the body, but
 * neither cancels nor completes it. Thread-safe.
 */
final class ExchangeResources {
    private final Disposable.Composite held = Disposables.composite();
    private final Sinks.Empty<Void> end = Sinks.empty();

    /** The resources of this exchange. */
    static ExchangeResources of(Exchange exchange) {
        return exchange.web().getRequiredAttribute(ExchangeResources.class.getName());
    }

    /**
     * Like {@code Mono.using}, but closes the resource at the end of the exchange and not at the end of the chain,
     * which comes before the body is written. If the chain fails, everything is closed before the refusal is sent.
     */
    <T extends AutoCloseable, R> Mono<R> using(Callable<T> open, Function<T, Mono<R>> chain) {
        return Mono.fromCallable(() -> hold(open.call())).flatMap(chain).doOnError(refusal -> release());
    }

    void putInto(ServerWebExchange exchange) {
        exchange.getAttributes().put(ExchangeResources.class.getName(), this);
    }

    /** Closes the resource at the end of the exchange, or now if the exchange has ended. */
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
     * The same body, which the end of the exchange cancels. If the body fails, so does the exchange, at once.
     *
     * <p>{@code takeUntilOther} cancels the body when its other publisher completes, but not when that fails.
     */
    <T> Flux<T> during(Flux<T> body) {
        return body.takeUntilOther(end.asMono().onErrorComplete()).doOnError(end::tryEmitError);
    }

    /**
     * The same exchange, which fails as soon as its body does. Reactor Netty would report the body's error only after
     * it has written all that comes before the error, and a client that stalls delays that.
     */
    Mono<Void> failing(Mono<Void> exchange) {
        return Mono.firstWithSignal(exchange, end.asMono());
    }

    /** Closes everything that is held. May be called twice. */
    void release() {
        held.dispose();
    }

    /** Cancels the body, and closes everything that is held. */
    void end() {
        var _ = end.tryEmitError(new CancellationException("the exchange has ended"));
        release();
    }
}
