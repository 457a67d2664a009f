package dev.weir.reactive.web;

import dev.weir.events.Batch;
import dev.weir.events.StreamFields;
import dev.weir.problem.RefusedException;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Answers that both styles give in the same way. Thread-safe. */
public final class EventAnswers {
    private EventAnswers() {}

    /**
     * Answers a client that is refused a stream: an {@code EventSource} that gets another status than 200 never comes
     * again.
     *
     * @return fails with the refusal when the client should not come again
     */
    public static Mono<Void> comeBack(Exchange exchange, RefusedException e) {
        if (!StreamFields.isToComeBack(e.problem())) {
            return Mono.error(e);
        }
        exchange.answer(StreamFields.STREAM);
        return write(exchange, StreamFields.comeBack());
    }

    /** Answers a poll. */
    public static Mono<Void> next(Exchange exchange, Batch batch) {
        exchange.answer(StreamFields.status(batch), StreamFields.next(batch));
        return batch.size() == 0 ? exchange.response().setComplete() : write(exchange, batch.json());
    }

    private static Mono<Void> write(Exchange exchange, byte[] body) {
        exchange.answer(Map.of("Content-Length", Integer.toString(body.length)));
        return exchange.response()
                .writeWith(Mono.just(exchange.response().bufferFactory().wrap(body)));
    }
}
