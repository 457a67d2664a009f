package dev.weir.perf.control;

import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What became of an open load while its server was stopped for a while.
 *
 * @param capacityPerSecond what the server serves in a closed loop before and after, which is how fast it works off what has queued
 * @param calmMicros the median response before the stop
 */
record Stall(
        String date,
        List<String> server,
        double perSecond,
        int connections,
        double windowSeconds,
        double stoppedSeconds,
        double capacityPerSecond,
        double calmMicros,
        long planned,
        long answered,
        Map<String, Long> errors,
        List<Row> rows) {
    /** What the computed tail and the measured one may differ by. */
    static final double MARGIN = 0.05;

    /**
     * One percentile.
     *
     * @param responseMicros from the intended start
     * @param serviceMicros from the sending: what a generator reports that does not send while it waits
     */
    record Row(double percentile, double predictedMicros, double responseMicros, double serviceMicros) {
        double difference() {
            return responseMicros / predictedMicros - 1;
        }

        boolean met() {
            return Math.abs(difference()) <= MARGIN;
        }

        String text() {
            return "| %s | %.1f ms | %.1f ms | %+.1f %% | %s | %.1f ms |%n"
                    .formatted(
                            percentile == 100
                                    ? "max"
                                    : "p" + String.valueOf(percentile).replaceAll("\\.0$", ""),
                            predictedMicros / 1e3,
                            responseMicros / 1e3,
                            difference() * 100,
                            met() ? "met" : "MISSED",
                            serviceMicros / 1e3);
        }
    }

    boolean met() {
        return errors.isEmpty() && answered == planned && rows.stream().allMatch(Row::met);
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# A server stopped for %.3f s%n%n".formatted(stoppedSeconds))
                .append(date)
                .append("; %.0f requests/s at equal gaps over %d connections for %.0f s; "
                        .formatted(perSecond, connections, windowSeconds))
                .append("the server was stopped by SIGSTOP meanwhile. The tail is computed from the plan: what arrives"
                        + " in the stop waits for its end, then for its turn. ")
                .append("Measured apart: %.0f requests/s as it drains, %.0f us when calm. "
                        .formatted(capacityPerSecond, calmMicros))
                .append("%d planned, %d answered, errors %s.%n%n".formatted(planned, answered, errors))
                .append("| | computed | response time | difference | within %.0f %% | service time |%n"
                        .formatted(MARGIN * 100))
                .append("|---|---|---|---|---|---|%n".formatted());
        rows.forEach(row -> text.append(row.text()));
        return text.append("%nService time, from the actual sending, is what a generator would report that coordinates"
                        .formatted())
                .append(" with the server: it does not see the requests it did not send.%n".formatted())
                .toString();
    }

    /** Stops a server that this process started, and lets it go on. */
    static final class Signals {
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
}
