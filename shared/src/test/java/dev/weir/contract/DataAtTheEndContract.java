package dev.weir.contract;

import static dev.weir.contract.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** DATA frames that arrive while their HTTP/2 stream ends, because its answer is complete: X05. */
public interface DataAtTheEndContract extends ContractPart {
    /** If this fails, check which fields of the request are read for a DATA frame, and who clears them meanwhile. */
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
