package dev.weir.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class FreePortTest {
    /**
     * The free port must lie below the kernel's range for outgoing connections. Otherwise, a client that waits for a
     * server may connect to itself, and read its own request as the answer.
     */
    @RepeatedTest(20)
    void noOutgoingConnectionHasThePort() throws IOException {
        try (BufferedReader range = Files.newBufferedReader(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))) {
            assertThat(FreePort.find()).isLessThan(new Scanner(range).nextInt());
        }
    }

    /** A server needs two ports. It does not start if both are the same. */
    @Test
    void noPortIsGivenTwice() {
        assertThat(IntStream.range(0, 1_000).map(_ -> FreePort.find()).boxed()).doesNotHaveDuplicates();
    }
}
