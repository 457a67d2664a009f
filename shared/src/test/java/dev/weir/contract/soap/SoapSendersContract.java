package dev.weir.contract.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.problem.Problem;
import dev.weir.soap.SoapCall;
import dev.weir.soap.SoapTransport;
import dev.weir.soap.TestKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the limit on the memory that one client's incomplete SOAP messages may use (rule S11). */
public interface SoapSendersContract extends ContractPart {
    String READING = "weir.soap.reading.bytes";

    /** How many messages one client sends. Each has the largest allowed size. The server keeps at most 16 of them. */
    int SENDERS = 24;

    /**
     * If this fails, check which client the server counts a message for. Also check which code answers a message that
     * is removed from memory to make room.
     */
    @Test
    default void s11_aClientThatHoldsTooMuchLosesTheOldestMessageAndNobodyElseDoes() {
        byte[] message = message();
        int half = message.length / 2;
        List<Connection> greedy = new ArrayList<>();
        try (Connection honest = post("127.0.5.1", message.length)) {
            honest.send(Arrays.copyOf(message, half));
            Eventually.is("the charge for the first half", () -> server().meter(READING) >= half);
            greedy.add(almostWhole());
            Eventually.is(
                    "the oldest greedy message", () -> server().meter(READING) >= half + SoapTransport.MOST_BYTES);
            for (int i = 1; i < SENDERS; i++) {
                greedy.add(almostWhole());
            }
            Eventually.is("the refusal of the oldest message", greedy.getFirst()::hasMore);
            greedy.getFirst().answer().assertRefusedWith(Problem.OVERLOADED);
            honest.send(Arrays.copyOfRange(message, half, message.length));
            honest.answer().assertStatus(200);
        } finally {
            greedy.forEach(Connection::close);
        }
        Eventually.meterIs(server(), READING, 0);
    }

    /** If this fails, check which code frees the memory of an incomplete message when its connection ends. */
    @Test
    default void s11_aClientThatLeavesHoldsNothing() {
        try (Connection leaving = post("127.0.5.1", 10_000)) {
            leaving.send(new byte[5_000]);
            Eventually.is("the charge for a part", () -> server().meter(READING) >= 5_000);
            leaving.reset();
        }
        Eventually.meterIs(server(), READING, 0);
    }

    private Connection almostWhole() {
        return post("127.0.5.2", SoapTransport.MOST_BYTES).send(new byte[SoapTransport.MOST_BYTES - 1]);
    }

    private Connection post(String from, int length) {
        return server().connect(from).send("POST", "/ws", "Content-Type: text/xml", "Content-Length: " + length);
    }

    private static byte[] message() {
        TestKeys keys = TestKeys.get();
        SoapCall calls = new SoapCall(keys.identity("client"), keys.servers(), Duration.ofSeconds(60));
        byte[] message =
                calls.plus(1, 2, Instant.now().truncatedTo(ChronoUnit.MILLIS)).envelope();
        assertThat(message.length).isLessThan(SoapTransport.MOST_BYTES);
        return message;
    }
}
