package dev.weir.contract.http2;

import static dev.weir.contract.server.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.ContractPart;
import org.junit.jupiter.api.Test;

/** Tests HTTP/2 DATA frames that arrive while the server ends their stream after the complete answer (rule X05). */
public interface DataAtTheEndContract extends ContractPart {
    /**
     * If this fails, check which fields of the request the server reads for a DATA frame, and which code may clear
     * these fields at the same time.
     */
    @Test
    default void x05_dataOfAStreamThatEndsAtThatMomentIsIgnored() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.begin("POST", "/nothing", "Content-Length: 9");
            stream.rest(0).assertStatus(404);
            connection.output().data(stream.id(), new byte[9], 0, 9, true);
            assertThat(connection.open("GET", "/files/text.txt").rest(0).text()).isEqualTo(TEXT);
        }
    }
}
