package dev.weir.contract;

import dev.weir.soap.Sent;
import dev.weir.soap.SoapCall;
import dev.weir.soap.TestKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A caller of the SOAP service of a started server. */
record SoapSender(StartedServer server) {
    /** Posts a message and returns the answer. */
    Answer post(Sent sent) {
        List<String> fields = new ArrayList<>(sent.fields());
        if (fields.stream().noneMatch(field -> field.startsWith("Transfer-Encoding"))) {
            fields.add("Content-Length: " + sent.body().length);
        }
        try (Connection connection = server.connect("127.0.0.1")) {
            return connection
                    .send(sent.method(), "/ws", sent.body(), fields.toArray(String[]::new))
                    .answer();
        }
    }

    /** The caller with the key of the client that the server accepts. */
    static SoapCall calls() {
        TestKeys keys = TestKeys.get();
        return new SoapCall(keys.identity("client"), keys.servers(), Duration.ofSeconds(60));
    }

    /** The time now, as exactly as a message may name it. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
