package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests clients that begin a download while other clients leave (rules D01, D11). */
public interface CompanyContract extends ContractPart {
    int ROUNDS = 3;
    int LEAVING = 3;
    int COMING = 20;

    /** If this fails, check which code still holds a response or a connection after its client has left. */
    @Test
    default void d11_aClientThatComesWhileOthersLeaveGetsTheWholeFile() {
        for (int round = 0; round < ROUNDS; round++) {
            leave();
            for (int i = 0; i < COMING; i++) { // on new connections, which may reuse objects of clients that have left
                assertThat(server().get("/files/data.bin").body())
                        .isEqualTo(server().files().data());
            }
            everyDownloadHasEnded();
        }
    }

    /** Opens downloads, and leaves while they wait for the throttle. The server notices this only at its next write. */
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
