package dev.weir.reactive.idiomatic;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;

/**
 * Everything that one answer occupies: the client's place, and an open file.
 *
 * <p>A controller's {@code Mono} ends when it has emitted the {@code ResponseEntity}. Spring subscribes to the body inside
 * that emission, or not at all: for a client that has left, or when Spring finds that the answer needs no body. So the
 * body takes the place over when it is subscribed to, and otherwise the {@code Mono} gives the place back at its end.
 * That needs a {@code Mono.using} that cleans up after it has emitted, not before. Thread-safe.
 */
final class Place {
    private final Disposable.Composite occupied = Disposables.composite();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** @param giveBack run once, at the end of the body or of the chain without a body */
    Place(Runnable giveBack) {
        occupied.add(giveBack::run);
    }

    /** Keeps {@code more} until the end; if that has come already, closes it now. */
    <T> T keep(T more, Consumer<T> close) {
        occupied.add(() -> close.accept(more));
        return more;
    }

    /** The same body, which gives the place back at its end. Fails if the chain has ended before. */
    <T> Flux<T> during(Flux<T> body) {
        return Flux.defer(() -> ended.compareAndSet(false, true)
                ? body.doFinally(signal -> occupied.dispose())
                : Flux.error(new CancellationException("the request has ended")));
    }

    /** The controller's chain has ended. */
    void leave() {
        if (ended.compareAndSet(false, true)) {
            occupied.dispose();
        }
    }
}
