package dev.weir.perf.control;

import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Stops a server that this process started, and lets it go on. */
final class Signals {
    private Signals() {}

    /** From when to when it stood still, on the clock of {@link System#nanoTime()}. */
    record Stopped(long fromNanos, long toNanos) {}

    /**
     * Waits until {@code fromNanos}, and stops it from then on for {@code length}; it goes on whatever happens
     * meanwhile, and if this process is killed it is killed with it.
     */
    static Stopped stop(ServerProcess server, long fromNanos, Duration length)
            throws IOException, InterruptedException {
        long pid = pid(server);
        TimeUnit.NANOSECONDS.sleep(fromNanos - System.nanoTime());
        try {
            // Both instants are read when the command is over, so what it costs cancels out.
            kill("-STOP", pid);
            long stoppedNanos = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(length.toNanos());
            kill("-CONT", pid);
            return new Stopped(stoppedNanos, System.nanoTime());
        } finally {
            kill("-CONT", pid);
        }
    }

    private static long pid(ServerProcess server) {
        String port = "--server.port=" + server.address().getPort();
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().arguments().stream()
                        .flatMap(Arrays::stream)
                        .anyMatch(port::equals))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no child has " + port))
                .pid();
    }

    private static void kill(String signal, long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(pid))
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill " + signal + " " + pid + " ended with " + kill.exitValue());
        }
    }
}
