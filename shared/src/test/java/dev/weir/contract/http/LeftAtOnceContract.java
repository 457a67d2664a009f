package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.LoggedAccess;
import org.junit.jupiter.api.Test;

/** Tests a client that leaves before a thread serves its request. The test class must close the connection. */
public interface LeftAtOnceContract extends ContractPart {
    /** If this fails, check that the server does not need the address of a client that has left. */
    @Test
    default void a07_aClientThatLeavesAtOnceIsNoError() {
        String mark = LoggedAccess.mark();
        try (Connection _ = server().open("GET", "/files/text.txt?" + mark)) {
            LoggedAccess line = LoggedAccess.with(mark, server());
            assertThat(line.status()).isEqualTo(499);
            assertThat(line.address()).isEqualTo("-");
        }
        assertThat(server().log().lines()).noneMatch(line -> line.contains(" ERROR "));
    }
}
