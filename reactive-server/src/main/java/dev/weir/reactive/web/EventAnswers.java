package dev.weir.reactive.web;

import dev.weir.events.Batch;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.RefusedException;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Mono;

/** Writes the responses to requests for events, in the tuned and in the idiomatic style. Thread-safe. */
public final class EventAnswers {
    private EventAnswers() {}

    /**
     * Answers a refused request for an event stream. The response tells the client when to reconnect. Its status is
     * 200, because a browser's {@code EventSource} does not reconnect after any other status.
     *
     * @return a {@code Mono} that fails with {@code e} if the client should not reconnect
     */
    public static Mono<Void> comeBack(Exchange exchange, RefusedException e) {
        if (!StreamFields.isToComeBack(e.problem())) {
            return Mono.error(e);
        }
        exchange.answer(StreamFields.STREAM);
        return write(exchange, StreamFields.comeBack());
    }

    /** Returns the response to a long poll. The status is 204 if the batch is empty, otherwise 200. */
    public static ResponseEntity<byte[]> next(Batch batch) {
        ResponseEntity.BodyBuilder response = ResponseEntity.status(StreamFields.status(batch));
        StreamFields.next(batch).forEach(response::header);
        return batch.size() == 0 ? response.build() : response.body(batch.json());
    }

    /** Writes the response to a long poll. The status is 204 if the batch is empty, otherwise 200. */
    public static Mono<Void> next(Exchange exchange, Batch batch) {
        exchange.answer(StreamFields.status(batch), StreamFields.next(batch));
        return batch.size() == 0 ? exchange.response().setComplete() : write(exchange, batch.json());
    }

    private static Mono<Void> write(Exchange exchange, byte[] body) {
        exchange.answer(Map.of("Content-Length", Integer.toString(body.length)));
        return exchange.write(body);
    }
}
