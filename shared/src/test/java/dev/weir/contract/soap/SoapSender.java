package dev.weir.contract.soap;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.RunningServer;
import dev.weir.soap.Sent;
import dev.weir.soap.SoapCall;
import dev.weir.soap.TestKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Posts SOAP messages to a running server. */
public record SoapSender(RunningServer server) {
    public Answer post(Sent sent) {
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

    /** Returns a {@link SoapCall} with the key of a client that the server trusts. */
    public static SoapCall calls() {
        TestKeys keys = TestKeys.get();
        return new SoapCall(keys.identity("client"), keys.servers(), Duration.ofSeconds(60));
    }

    public static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
