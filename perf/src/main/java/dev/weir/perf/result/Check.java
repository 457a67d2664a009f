package dev.weir.perf.result;

import java.util.ArrayList;
import java.util.List;

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
}
