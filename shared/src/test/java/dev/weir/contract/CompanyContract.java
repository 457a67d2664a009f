package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** D01, D11: clients that arrive while others leave. */
public interface CompanyContract extends ServerUnderTest {
    int ROUNDS = 3;
    int LEAVING = 3;
    int COMING = 20;

    /** If this fails, check which code still holds a response or a connection whose client has left. */
    @Test
    default void d11_whoComesWhileOthersLeaveGetsTheWholeFile() {
        for (int round = 0; round < ROUNDS; round++) {
            leave();
            for (int i = 0;
                    i < COMING;
                    i++) { // each on a new connection, which may reuse objects that earlier clients left
                assertThat(server().get("/files/data.bin").body())
                        .isEqualTo(server().files().data());
            }
            everyDownloadHasEnded();
        }
    }

    /** Leaves while its requests wait for a grant. The server notices only at the grant. */
    private void leave() {
        List<Connection> leaving = new ArrayList<>();
        for (int i = 0; i < LEAVING; i++) {
            Connection connection = server().open("GET", "/files/large.bin", LeavingContract.SLOW);
            connection.head().assertStatus(200);
            leaving.add(connection);
        }
        leaving.forEach(Connection::reset);
    }
}
