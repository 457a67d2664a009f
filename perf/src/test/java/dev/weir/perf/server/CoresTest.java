package dev.weir.perf.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CoresTest {
    @Test
    void aServerIsMovedToItsCore() throws Exception {
        Process process = new ProcessBuilder("taskset", "-c", "0,1", "sleep", "60").start();
        try {
            Cores.SHARED.pinServer(process.pid());
            assertThat(cores(process)).isEqualTo("0-1");
            Cores.APART.pinServer(process.pid());
            assertThat(cores(process)).isEqualTo("0");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aClientThatCannotBeMovedIsAFailure() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        assertThatThrownBy(() -> Cores.APART.pinServer(process.pid())).isInstanceOf(IOException.class);
    }

    private static String cores(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow()
                .split("\t", -1)[1];
    }
}
