package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Who runs where: the server alone on core 0, the generator on core 1.
 *
 * <p>Otherwise a model that uses more CPU would slow down the generator that times it.
 */
public final class Cores {
    private static final int SERVER = 0;
    private static final int GENERATOR = 1;
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private Cores() {}

    /** Moves this process with all its threads; threads started later inherit it. */
    public static boolean pinGenerator() throws IOException, InterruptedException {
        if (!canPin()) {
            return false;
        }
        String self = Long.toString(ProcessHandle.current().pid());
        Process taskset = new ProcessBuilder(TASKSET.toString(), "-acp", Integer.toString(GENERATOR), self)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true)
                .start();
        return taskset.waitFor(5, TimeUnit.SECONDS) && taskset.exitValue() == 0;
    }

    /** What to put before a server's command line. */
    static List<String> serverPrefix() {
        return canPin() ? List.of(TASKSET.toString(), "-c", Integer.toString(SERVER)) : List.of();
    }

    private static boolean canPin() {
        return Files.isExecutable(TASKSET) && Files.isDirectory(Path.of("/sys/devices/system/cpu/cpu" + GENERATOR));
    }
}
