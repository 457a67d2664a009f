package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.StalledServer;
import dev.weir.contract.server.SuiteFiles;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Tests downloads whose client does not read. They must ask the throttle for no more bytes (rule T05). */
public interface StalledClientContract extends ContractPart {
    /**
     * Returns the maximum number of bytes that may be granted to a client that does not read. These bytes fill the
     * server's send buffer and the client's receive buffer. The maximum leaves room for a few more grants.
     */
    private long mostGrantedToAStalledClient() {
        return DataSize.ofKilobytes(1_200).toBytes();
    }

    /** If this fails, check that a download asks the throttle for bytes only when its connection can be written to. */
    @Test
    default void t05_aStalledClientAsksForNothing() {
        double before = granted();
        try (Connection stalled = server().open("GET", "/files/large.bin")) {
            stalled.head().assertStatus(200);
            StalledServer.awaitOn(server());
            assertThat(granted() - before).isBetween(1.0, (double) mostGrantedToAStalledClient());
            assertThat(server().meter("weir.downloads.active")).isEqualTo(1);
        }
    }

    @Test
    default void t05_aStalledDownloadDoesNotHoldUpAnotherOfItsClient() {
        try (Connection stalled = server().open("GET", "/files/large.bin")) {
            stalled.head();
            StalledServer.awaitOn(server());
            double before = granted();
            assertThat(server().get("/files/data.bin").body())
                    .isEqualTo(server().files().data());
            assertThat(granted() - before).isEqualTo(server().files().data().length);
        }
    }

    @Test
    default void t05_aStalledClientGoesOnWhereItStalled() {
        double before = granted();
        try (Connection connection = server().open("GET", "/files/large.bin")) {
            connection.head();
            StalledServer.awaitOn(server());
            assertThat(connection.rest(0).body().length).isEqualTo(SuiteFiles.LARGE_BYTES);
        }
        assertThat(granted() - before).isEqualTo(SuiteFiles.LARGE_BYTES);
    }

    private double granted() {
        return server().meter("weir.throttle.granted");
    }
}
