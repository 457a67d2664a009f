package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.EventStream.Event;
import org.junit.jupiter.api.Test;

/** What only HTTP/1 has: a version without chunks. In the clear and over TLS. */
public interface Http1Contract extends ServerUnderTest {
    /** If this fails, check what is written to who knows no chunks. */
    @Test
    default void e01_theOldVersionHasNoChunks() {
        try (EventStream stream = EventStream.openOfOldVersion(server(), "/events");
                EventPublisher publisher = new EventPublisher(server())) {
            String id = publisher.text("any", "data");
            assertThat(stream.next()).isEqualTo(new Event(id, null, "data"));
        }
    }
}
