package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
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
 * Holds resources of one HTTP exchange, such as an open file, and closes them when the exchange ends. The response body
 * cannot do so, because Spring may never subscribe to it, or may drop it without a cancellation. Thread-safe.
 */
final class ExchangeResources {
    private final Disposable.Composite held = Disposables.composite();
    private final Sinks.Empty<Void> end = Sinks.empty();
    private final Sinks.Empty<Void> cutOff = Sinks.empty();

    static ExchangeResources of(Exchange exchange) {
        return exchange.web().getRequiredAttribute(ExchangeResources.class.getName());
    }

    /**
     * Opens a resource, passes it to {@code chain}, and closes it when the exchange ends. {@code Mono.using} would
     * close it before the body is written. If {@code chain} fails, closes all resources before the error is sent.
     */
    <T extends AutoCloseable, R> Mono<R> using(Callable<T> open, Function<T, Mono<R>> chain) {
        return Mono.fromCallable(() -> hold(open.call())).flatMap(chain).doOnError(refusal -> release());
    }

    void putInto(ServerWebExchange exchange) {
        exchange.getAttributes().put(ExchangeResources.class.getName(), this);
    }

    /**
     * Registers {@code resource} to be closed when the HTTP exchange ends. Closes it now if the exchange has ended.
     * Returns {@code resource}. If it is an {@link Admission}, the exchange fails when the server cuts the
     * request off.
     */
    <T extends AutoCloseable> T hold(T resource) {
        held.add(() -> close(resource));
        if (resource instanceof Admission admission) {
            Runnable known = admission.onCutOff(Runnable::run, () -> cutOff(admission));
            held.add(known::run);
        }
        return resource;
    }

    private void cutOff(Admission admission) {
        Problem reason = admission.client().isRevoked() ? Problem.UNKNOWN_KEY : Problem.OVERLOADED;
        var _ = cutOff.tryEmitError(new RefusedException(reason));
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw Exceptions.propagate(e);
        }
    }

    /** Wraps a body, so that the exchange's end cancels the body. If the body fails, the exchange fails immediately. */
    <T> Flux<T> during(Flux<T> body) {
        return body.takeUntilOther(end.asMono().onErrorComplete()).doOnError(end::tryEmitError);
    }

    /**
     * Wraps an HTTP exchange. The exchange fails as soon as its response body fails, and when the server cuts the
     * request off. Without this wrapper, Reactor Netty would first write the buffers that the body emitted before the
     * error. A client that does not read would then delay the failure.
     */
    Mono<Void> failing(Mono<Void> exchange) {
        return Mono.firstWithSignal(exchange, end.asMono(), cutOff.asMono());
    }

    /** Closes all resources. Idempotent. */
    void release() {
        held.dispose();
    }

    void end() {
        var _ = end.tryEmitError(new CancellationException("the exchange has ended"));
        release();
    }
}
