package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.EventStream.Event;
import org.junit.jupiter.api.Test;

/** Rules of HTTP/1 alone, in clear text and over TLS: clients that know no chunks. */
public interface Http1Contract extends ServerUnderTest {
    /** If this fails, check the answer to a client of HTTP/1.0, which knows no chunks. */
    @Test
    default void e01_theOldVersionHasNoChunks() {
        try (EventStream stream = EventStream.openOfOldVersion(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            String id = publisher.text("any", "data");
            assertThat(stream.next()).isEqualTo(new Event(id, null, "data"));
        }
    }
}
