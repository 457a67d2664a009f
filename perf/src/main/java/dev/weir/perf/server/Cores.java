package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Who runs where.
 *
 * <p>Results of the two are never in one table: on shared cores a model that uses more CPU slows down the generator that
 * times it.
 */
public enum Cores {
    /** The server alone on core 0, the generator on core 1. */
    APART("0", "1", 1),
    /** Both on both, where one core is too small for the load. */
    SHARED("0,1", "0,1", 2);

    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final Path SECOND_CORE = Path.of("/sys/devices/system/cpu/cpu1");

    private final String server;
    private final String generator;
    private final int processors;

    Cores(String server, String generator, int processors) {
        this.server = server;
        this.generator = generator;
        this.processors = processors;
    }

    /** Moves this process with all its threads; threads started later inherit it. */
    public boolean pinGenerator() throws IOException, InterruptedException {
        if (!canPin()) {
            return false;
        }
        String self = Long.toString(ProcessHandle.current().pid());
        Process taskset = new ProcessBuilder(TASKSET.toString(), "-acp", generator, self)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true)
                .start();
        return taskset.waitFor(5, TimeUnit.SECONDS) && taskset.exitValue() == 0;
    }

    /** How many processors a server is to count on. */
    public int processors() {
        return processors;
    }

    /** What to put before a server's command line. */
    List<String> serverPrefix() {
        return canPin() ? List.of(TASKSET.toString(), "-c", server) : List.of();
    }

    private static boolean canPin() {
        return Files.isExecutable(TASKSET) && Files.isDirectory(SECOND_CORE);
    }
}
