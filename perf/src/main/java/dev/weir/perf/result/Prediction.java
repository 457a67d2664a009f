package dev.weir.perf.result;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What queueing arithmetic says of a closed loop before anything is measured.
 *
 * @param basis the arithmetic, for the reader
 */
public record Prediction(double responseSeconds, double waitSeconds, String basis) {

    /** For a trial of a closed loop; empty for another. */
    static Optional<Prediction> of(Evidence evidence) {
        OptionalDouble users = evidence.value(Value.USERS);
        OptionalDouble threads = evidence.value(Value.THREADS);
        OptionalDouble download = evidence.value(Value.DOWNLOAD_SECONDS);
        if (users.isEmpty() || download.isEmpty()) {
            return Optional.empty();
        }
        if (threads.isPresent() && threads.getAsDouble() < users.getAsDouble()) {
            return Optional.of(threads(users.getAsDouble(), threads.getAsDouble(), download.getAsDouble()));
        }
        OptionalDouble response = Metric.UNLOADED_RESPONSE.of(evidence);
        OptionalDouble wait = Metric.UNLOADED_WAIT.of(evidence);
        return response.isPresent() && wait.isPresent()
                ? Optional.of(new Prediction(response.getAsDouble(), wait.getAsDouble(), "as unloaded"))
                : Optional.empty();
    }

    /**
     * A closed loop in which a download holds one of few threads: users take turns, so a response lasts as many
     * downloads as there are users a thread.
     */
    static Prediction threads(double users, double threads, double downloadSeconds) {
        double response = users / threads * downloadSeconds;
        return new Prediction(
                response,
                response - downloadSeconds,
                "N/T x D = %.0f/%.0f x %.3g s, wait (N/T - 1) x D".formatted(users, threads, downloadSeconds));
    }

    /** Little's law: how many users the measured throughput and response time make; it must be all of them. */
    static OptionalDouble littlesUsers(Evidence evidence) {
        OptionalDouble throughput = Metric.THROUGHPUT.of(evidence);
        OptionalDouble response = Metric.RESPONSE_MEAN.of(evidence);
        return evidence.value(Value.USERS).isPresent() && throughput.isPresent() && response.isPresent()
                ? OptionalDouble.of(throughput.getAsDouble() * response.getAsDouble())
                : OptionalDouble.empty();
    }
}
