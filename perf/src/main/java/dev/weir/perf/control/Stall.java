package dev.weir.perf.control;

import java.util.List;
import java.util.Map;

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
                .append(
                        "the server was stopped by SIGSTOP meanwhile. The tail is computed from the plan: what arrives in"
                                + " the stop waits for its end, then for its turn. ")
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
}
