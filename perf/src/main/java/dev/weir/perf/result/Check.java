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

    private static final List<Bound> BOUNDS = List.of(
            atMost("T02", Metric.WITHIN, 0),
            atMost("T03", Metric.SHARED, 1.02),
            atLeast("T04", Metric.JAIN, 0.99),
            atMost("T07", Metric.WAKEUPS, 1.05),
            atMost("T07", Metric.EMPTY_POLLS, 0),
            atMost("memory", Metric.OWN_HEAP, 1024),
            atMost("E08", Metric.ENCODED, 1),
            atLeast("L04", Metric.OF_CEILING, 0.95));
    private static final double MOST_TO_LAST_SECONDS = 1;

    /** What is asked of every trial that has the figure. */
    private record Bound(String rule, Metric metric, double target, boolean isMost) {
        Optional<Check> check(Evidence evidence) {
            OptionalDouble figure = metric.of(evidence);
            if (figure.isEmpty()) {
                return Optional.empty();
            }
            double reached = figure.getAsDouble();
            return Optional.of(
                    new Check(rule, metric, reached, target, isMost ? reached <= target : reached >= target));
        }
    }

    private static Bound atMost(String rule, Metric metric, double target) {
        return new Bound(rule, metric, target, true);
    }

    private static Bound atLeast(String rule, Metric metric, double target) {
        return new Bound(rule, metric, target, false);
    }

    static List<Check> of(Evidence evidence) {
        List<Check> checks = new ArrayList<>();
        Prediction.of(evidence).ifPresent(prediction -> predicted(checks, evidence, prediction));
        BOUNDS.forEach(bound -> bound.check(evidence).ifPresent(checks::add));
        atMost(evidence.planned().scenario(), Metric.LAST_MAX, MOST_TO_LAST_SECONDS)
                .check(evidence)
                .ifPresent(checks::add);
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
