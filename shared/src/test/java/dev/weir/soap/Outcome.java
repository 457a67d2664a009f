package dev.weir.soap;

import dev.weir.problem.RefusedException;
import dev.weir.soap.message.SoapAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The answer to a message: an HTTP status and a body. */
@SuppressWarnings("ArrayRecordComponent") // outcomes are never compared, and the array is never changed
public record Outcome(int status, byte[] body) {
    static Outcome of(SoapGateway gateway, byte[] message, Instant now) {
        try {
            SoapAnswer answer = gateway.answer(message, now);
            return new Outcome(answer.status(), answer.envelope());
        } catch (RefusedException e) {
            return new Outcome(e.problem().status(), e.problem().json().getBytes(StandardCharsets.UTF_8));
        }
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        int fault = Math.max(0, text().indexOf("<faultcode>"));
        return status + " " + text().substring(fault, Math.min(text().length(), fault + 300));
    }
}
