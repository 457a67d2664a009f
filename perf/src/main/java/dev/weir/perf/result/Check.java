package dev.weir.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A figure of a trial beside what the contract or queueing arithmetic asks of it; missing it makes no trial invalid.
 *
 * @param rule the contract's id or what predicts it
 */
public record Check(String rule, Metric metric, double reached, double target, boolean met) {
    private static final double MARGIN = 0.05;
    private static final double MOST_FOR_MANY = 1.02;
    private static final double LEAST_JAIN = 0.99;
    private static final double MOST_WAKEUPS = 1.05;
    private static final double MOST_OWN_HEAP = 1024;
    private static final double LEAST_OF_CEILING = 0.95;
    private static final double MOST_TO_LAST_SECONDS = 1;

    static List<Check> of(Evidence evidence) {
        List<Check> checks = new ArrayList<>();
        Prediction.of(evidence).ifPresent(prediction -> predicted(checks, evidence, prediction));
        atMost(checks, "T02", Metric.WITHIN, evidence, 0);
        atMost(checks, "T03", Metric.SHARED, evidence, MOST_FOR_MANY);
        atLeast(checks, "T04", Metric.JAIN, evidence, LEAST_JAIN);
        atMost(checks, "T07", Metric.WAKEUPS, evidence, MOST_WAKEUPS);
        atMost(checks, "T07", Metric.EMPTY_POLLS, evidence, 0);
        atMost(checks, "memory", Metric.OWN_HEAP, evidence, MOST_OWN_HEAP);
        atMost(checks, "E08", Metric.ENCODED, evidence, 1);
        atLeast(checks, "L04", Metric.OF_CEILING, evidence, LEAST_OF_CEILING);
        atMost(checks, evidence.planned().scenario(), Metric.LAST_MAX, evidence, MOST_TO_LAST_SECONDS);
        return List.copyOf(checks);
    }

    /**
     * A wait may be predicted to be next to nothing, and a margin of that would judge the noise of a timer: then it is
     * a margin of the whole download.
     */
    private static void predicted(List<Check> checks, Evidence evidence, Prediction prediction) {
        double response = prediction.responseSeconds();
        near(checks, prediction.basis(), Metric.RESPONSE_MEAN, evidence, response, MARGIN * response);
        double wait = prediction.waitSeconds();
        double margin = MARGIN * Math.max(wait, response - wait);
        near(checks, prediction.basis(), Metric.WAIT_MEAN, evidence, wait, margin);
    }

    private static void near(
            List<Check> checks, String rule, Metric metric, Evidence evidence, double target, double margin) {
        metric.of(evidence)
                .ifPresent(reached ->
                        checks.add(new Check(rule, metric, reached, target, Math.abs(reached - target) <= margin)));
    }

    private static void atLeast(List<Check> checks, String rule, Metric metric, Evidence evidence, double target) {
        metric.of(evidence)
                .ifPresent(reached -> checks.add(new Check(rule, metric, reached, target, reached >= target)));
    }

    private static void atMost(List<Check> checks, String rule, Metric metric, Evidence evidence, double target) {
        metric.of(evidence)
                .ifPresent(reached -> checks.add(new Check(rule, metric, reached, target, reached <= target)));
    }

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
}
