package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that come while others leave: D01, D11. */
public interface CompanyContract extends ServerUnderTest {
    int ROUNDS = 3;
    int LEAVING = 3;
    int COMING = 20;

    /** If this fails, check who still has a response, or a connection, whose client has left. */
    @Test
    default void d11_whoComesWhileOthersLeaveGetsTheWholeFile() {
        for (int round = 0; round < ROUNDS; round++) {
            leave();
            for (int i = 0; i < COMING; i++) { // on a connection of its own, for which all is taken that others left
                assertThat(server().get("/files/data.bin").body())
                        .isEqualTo(server().files().data());
            }
            everyDownloadHasEnded();
        }
    }

    /** They wait for a grant meanwhile, so nobody notices before there is one. */
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
