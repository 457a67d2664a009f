package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.EventStream.Event;
import org.junit.jupiter.api.Test;

/** Rules for clients of HTTP/1.0, in clear text and over TLS. */
public interface Http1Contract extends ContractPart {
    /**
     * If this fails, check that the answer to a client of HTTP/1.0 has no chunked coding. Such a client does not know
     * it.
     */
    @Test
    default void e01_theOldVersionHasNoChunks() {
        try (EventStream stream = EventStream.openOfOldVersion(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            String id = publisher.text("any", "data");
            assertThat(stream.next()).isEqualTo(new Event(id, null, "data"));
        }
    }
}
