package dev.weir.servlet.web;

import dev.weir.events.Batch;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Writes the responses to requests for event streams and long polls. Thread-safe. */
public final class EventAnswers {
    private EventAnswers() {}

    /**
     * Answers a refused request for an event stream. The response tells the client when to reconnect. Its status is
     * 200, because a browser's {@code EventSource} does not reconnect after any other status.
     *
     * @throws RefusedException when the client should not reconnect
     */
    public static void comeBack(Exchange exchange, RefusedException e) throws IOException {
        if (!StreamFields.isToComeBack(e.problem())) {
            throw e;
        }
        exchange.answer(StreamFields.STREAM);
        write(exchange, StreamFields.comeBack());
    }

    /** Returns the response to a long poll. Its status is 204 if {@code batch} is empty, otherwise 200. */
    public static ResponseEntity<byte[]> next(Batch batch) {
        ResponseEntity.BodyBuilder response =
                ResponseEntity.status(batch.size() == 0 ? HttpStatus.NO_CONTENT : HttpStatus.OK);
        StreamFields.next(batch).forEach(response::header);
        return batch.size() == 0 ? response.build() : response.body(batch.json());
    }

    /** Writes the response to a long poll. The status is 204 if the batch is empty, otherwise 200. */
    public static void next(Exchange exchange, Batch batch) throws IOException {
        exchange.answer(StreamFields.status(batch), StreamFields.next(batch));
        if (batch.size() > 0) {
            write(exchange, batch.json());
        }
    }

    private static void write(Exchange exchange, byte[] body) throws IOException {
        if (body.length > exchange.response().getBufferSize()) {
            exchange.response().setBufferSize(body.length);
        }
        exchange.answer(Map.of("Content-Length", Integer.toString(body.length)));
        exchange.response().getOutputStream().write(body);
    }
}
