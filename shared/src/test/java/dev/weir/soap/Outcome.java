package dev.weir.soap;

import dev.weir.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** What a message got: a status of HTTP and what came with it. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares two, and nobody writes to the array
public record Outcome(int status, byte[] body) {
    /** Of a gateway, with what a server makes of its refusals. */
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

    /** A fault, or what is at hand of something longer. */
    @Override
    public String toString() {
        int fault = Math.max(0, text().indexOf("<faultcode>"));
        return status + " " + text().substring(fault, Math.min(text().length(), fault + 300));
    }
}
