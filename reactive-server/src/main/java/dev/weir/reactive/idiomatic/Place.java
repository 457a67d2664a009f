package dev.weir.reactive.idiomatic;

import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Everything that one answer occupies: the client's place, and an open file. {@link PlaceFilter} gives it back at the
 * end of the exchange.
 *
 * <p>The body alone cannot do that. Spring does not subscribe to the body of a client that has left before. And when
 * status and fields cannot be written, Spring's {@code ChannelSendOperator} has demanded one element of the body, but
 * neither cancels nor completes it. Thread-safe.
 */
final class Place {
    private final Disposable.Composite occupied = Disposables.composite();
    private final Sinks.Empty<Void> end = Sinks.empty();

    /** The place of this exchange. */
    static Place of(ServerWebExchange exchange) {
        return exchange.getRequiredAttribute(Place.class.getName());
    }

    void putInto(ServerWebExchange exchange) {
        exchange.getAttributes().put(Place.class.getName(), this);
    }

    /** Closes {@code more} at the end of the exchange; now, if it has ended. */
    <T> T keep(T more, Consumer<T> close) {
        occupied.add(() -> close.accept(more));
        return more;
    }

    /**
     * The same body, which the end of the exchange cancels. If the body fails, so does the exchange, at once.
     *
     * <p>{@code takeUntilOther} cancels the body only if the other completes: not if it fails.
     */
    <T> Flux<T> during(Flux<T> body) {
        return body.takeUntilOther(end.asMono().onErrorComplete()).doOnError(end::tryEmitError);
    }

    /**
     * The same exchange, which fails as soon as its body does. Reactor Netty would tell of a body's error only after it has
     * written all before it, for which a stalled client lets it wait.
     */
    Mono<Void> failing(Mono<Void> exchange) {
        return Mono.firstWithSignal(exchange, end.asMono());
    }

    /** Gives everything back, before a refusal is sent. May be called twice. */
    void giveBack() {
        occupied.dispose();
    }

    /** The exchange has ended. */
    void leave() {
        var _ = end.tryEmitError(new CancellationException("the exchange has ended"));
        giveBack();
    }
}
