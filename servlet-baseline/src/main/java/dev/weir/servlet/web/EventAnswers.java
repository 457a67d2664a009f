package dev.weir.servlet.web;

import dev.weir.events.Batch;
import dev.weir.events.StreamFields;
import dev.weir.problem.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** The answers of {@code /events} that all models write alike. */
public final class EventAnswers {
    private EventAnswers() {}

    /** Status and fields of a stream; whether there is a body. */
    public static boolean open(HttpServletRequest request, HttpServletResponse response) {
        StreamFields.STREAM.forEach(response::setHeader);
        return !request.getMethod().equals("HEAD");
    }

    /**
     * Answers a client that is refused a stream. An {@code EventSource} that gets another status than 200 never comes again.
     *
     * @throws RefusedException when it should not
     */
    public static void comeBack(HttpServletResponse response, RefusedException e) throws IOException {
        if (!StreamFields.isToComeBack(e.problem())) {
            throw e;
        }
        StreamFields.STREAM.forEach(response::setHeader);
        byte[] body = StreamFields.comeBack();
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** The answer to a poll as Spring MVC writes it. */
    public static ResponseEntity<byte[]> next(Batch batch) {
        ResponseEntity.BodyBuilder response =
                ResponseEntity.status(batch.size() == 0 ? HttpStatus.NO_CONTENT : HttpStatus.OK);
        StreamFields.next(batch).forEach(response::header);
        return batch.size() == 0 ? response.build() : response.body(batch.json());
    }

    /** Answers a poll, into the response's buffer, which it makes large enough. */
    public static void next(HttpServletResponse response, Batch batch) throws IOException {
        StreamFields.next(batch).forEach(response::setHeader);
        if (batch.size() == 0) {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            return;
        }
        byte[] body = batch.json();
        if (body.length > response.getBufferSize()) {
            response.setBufferSize(body.length);
        }
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
