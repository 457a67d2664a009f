package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.server.ContractPart;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests clients of HTTP/1.0, in clear text and over TLS. */
public interface Http1Contract extends ContractPart {
    /** An HTTP/1.0 client cannot read chunks. If this fails, check that the answer to such a client is not chunked. */
    @Test
    default void e01_theOldVersionHasNoChunks() {
        try (EventStream stream = EventStream.openOfOldVersion(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            String id = publisher.text("any", "data");
            assertThat(stream.next()).isEqualTo(new Event(id, null, "data"));
        }
    }

    /** Some load generators and proxies speak HTTP/1.0. Without this, each of their requests needs a connection. */
    @Test
    default void x02_aClientOfTheOldVersionMayKeepItsConnection() {
        byte[] request =
                "GET /files/text.txt HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Connection connection = server().connect("127.0.0.1")) {
            for (int i = 0; i < 2; i++) {
                Answer answer = connection.send(request).answer();
                answer.assertStatus(200);
                assertThat(answer.field("Connection")).isEqualToIgnoringCase("keep-alive");
            }
        }
    }

    @Test
    default void x02_theConnectionOfAnotherEndsAfterTheAnswer() {
        byte[] request = "GET /files/text.txt HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Connection connection = server().connect("127.0.0.1")) {
            connection.send(request).answer().assertStatus(200);
            assertThat(connection.hasEnded()).isTrue();
        }
    }
}
