package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.EventStream.Event;
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
}
