package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** T05: downloads whose client does not read. */
public interface StalledClientContract extends ContractPart {
    /**
     * Returns the most bytes that may be granted to a client that does not read. They fill the send buffer of the
     * server and the receive buffer of the client, and some grants are added.
     */
    private long mostGrantedToAStalledClient() {
        return DataSize.ofKilobytes(1_200).toBytes();
    }

    /** If this fails, check that a download requests a grant only when its connection is writable. */
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
