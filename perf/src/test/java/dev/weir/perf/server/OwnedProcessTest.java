package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void childrenEndWithTheirParent() throws Exception {
        List<ProcessHandle> family;
        try (OwnedProcess process =
                OwnedProcess.start(List.of("/bin/sh", "-c", "sleep 1000 & wait"), folder.resolve("log"))) {
            process.await(() -> process.family().size() == 2, PATIENCE);
            family = process.family();
            assertThat(family).allMatch(ProcessHandle::isAlive);
        }
        assertThat(family).hasSize(2).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void aProcessThatEndsTooSoonIsToldWithItsLastLine() throws IOException {
        try (OwnedProcess process =
                OwnedProcess.start(List.of("/bin/sh", "-c", "echo no port; exit 3"), folder.resolve("log"))) {
            assertThatThrownBy(() -> process.await(() -> false, PATIENCE))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the server ended with 3: no port");
        }
    }

    /** A server needs two ports. It does not start if both are the same. */
    @Test
    void noFreePortIsGivenTwice() throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ports.add(OwnedProcess.freePort());
        }
        assertThat(ports).doesNotHaveDuplicates();
    }
}
