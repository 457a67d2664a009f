package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.ContractPart;
import java.util.Arrays;
import java.util.List;
import okio.Buffer;
import org.junit.jupiter.api.Test;

/** Tests two downloads that share the window of an HTTP/2 connection (D01). Each file exceeds this window. */
public interface SharedWindowContract extends ContractPart {
    int CONNECTIONS = 20;

    /** If this fails, check what a stream does if the shared window opens, but the other stream uses it up. */
    @Test
    default void d01_filesComeWholeThroughTheWindowThatTheyShare() {
        for (int i = 0; i < CONNECTIONS; i++) {
            try (Http2Connection connection = server().connectOfHttp2(1_000_000)) {
                fetchTwice(connection);
            }
        }
    }

    private void fetchTwice(Http2Connection connection) {
        byte[] data = server().files().data();
        List<Http2Stream> streams =
                List.of(connection.open("GET", "/files/data.bin"), connection.open("GET", "/files/data.bin"));
        List<Buffer> bodies = List.of(new Buffer(), new Buffer());
        boolean open = true;
        while (open && !streams.stream().allMatch(Http2Stream::isOver)) {
            open = connection.readOrEnd();
            for (int i = 0; i < streams.size(); i++) {
                Http2Stream stream = streams.get(i);
                int there = (int) (stream.came() - bodies.get(i).size());
                bodies.get(i).write(stream.some(there));
            }
        }
        for (Buffer body : bodies) {
            byte[] came = body.readByteArray();
            assertThat(came.length).isEqualTo(data.length);
            assertThat(Arrays.equals(came, data)).isTrue();
        }
    }
}
