package dev.weir.perf.result;

import dev.weir.perf.result.Raw.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A target for a {@link Metric}, and the value that a trial reached. A trial that misses the target is still valid.
 * {@code rule} names a rule of the server, or tells how the target was predicted.
 */
public record Requirement(String rule, Metric metric, Sense sense, double reached, double target, boolean met) {
    public enum Sense {
        PREDICTED,
        AT_MOST,
        AT_LEAST,
        /** The load, not the server, sets the reached value. So a report does not mark a met target as a success. */
        FIXED
    }

    private static final double MARGIN = 0.05;
    private static final double RATE_MARGIN = 0.01;
    private static final double MOST_TO_LAST_SECONDS = 1;
    private static final double MOST_TO_RECOVER_SECONDS = 1;
    /** The longest allowed wait for the first byte without load. It includes the time to wake a sleeping processor. */
    private static final double MOST_WAIT_SECONDS = 0.010;
    /** By how many seconds the wait under load may exceed the wait of a lone user. */
    private static final double MOST_LONGER_SECONDS = 0.005;

    private static final List<Bound> BOUNDS = List.of(
            new Bound("a lone user", Metric.UNLOADED_WAIT, MOST_WAIT_SECONDS, Sense.AT_MOST),
            new Bound("T02", Metric.WITHIN, 0, Sense.AT_MOST),
            new Bound("T03", Metric.SHARED, 1.02, Sense.AT_MOST),
            new Bound("T04", Metric.JAIN, 0.99, Sense.AT_LEAST),
            new Bound("T07", Metric.WAKEUPS, 1.05, Sense.AT_MOST),
            new Bound("T07", Metric.EMPTY_POLLS, 0, Sense.AT_MOST),
            new Bound("L04", Metric.EMPTY_ANSWERS, 0, Sense.AT_MOST),
            new Bound("memory", Metric.OWN_HEAP, 1024, Sense.AT_MOST),
            new Bound("E08", Metric.ENCODED, 1, Sense.AT_MOST),
            new Bound("overload", Metric.GOODPUT, 0.9, Sense.AT_LEAST),
            new Bound("overload", Metric.RECOVERY, MOST_TO_RECOVER_SECONDS, Sense.AT_MOST),
            new Bound("D11", Metric.LEFT_OVER, 0, Sense.AT_MOST));

    private record Bound(String rule, Metric metric, double target, Sense sense) {
        void addTo(List<Requirement> all, Evidence evidence) {
            metric.of(evidence).ifPresent(reached -> {
                boolean met = sense == Sense.AT_MOST ? reached <= target : reached >= target;
                all.add(new Requirement(rule, metric, sense, reached, target, met));
            });
        }
    }

    static List<Requirement> of(Evidence evidence) {
        List<Requirement> all = new ArrayList<>();
        Prediction.of(evidence).ifPresent(prediction -> {
            double response = prediction.responseSeconds();
            near(all, prediction.basis(), Metric.RESPONSE_MEAN, evidence, response, MARGIN * response);
            double answers = evidence.value(Value.USERS) / response;
            near(all, "Little's law", Metric.THROUGHPUT, evidence, answers, MARGIN * answers);
            double wait = prediction.waitSeconds();
            if (prediction.queues()) {
                double margin = MARGIN * Math.max(wait, response - wait);
                near(all, prediction.basis(), Metric.WAIT_MEAN, evidence, wait, margin);
            } else {
                new Bound(prediction.basis(), Metric.WAIT_MEAN, wait + MOST_LONGER_SECONDS, Sense.AT_MOST)
                        .addTo(all, evidence);
            }
        });
        double users = evidence.value(Value.USERS);
        // Little's law: N users who ask again at once wait for N/X each, where X is the highest possible rate. In
        // S2, the publisher fixes N/X, the time between polls. Another mean shows missing answers or a wrong clock.
        double most = evidence.value(Value.CEILING);
        String rule = "N/X = %.0f/%.0f s".formatted(users, most);
        near(all, rule, Metric.SERVICE_MEAN, evidence, users / most, MARGIN * users / most);
        // An open loop sends what is planned, so its ceiling is only a bound.
        double ceiling = Double.isNaN(evidence.value(Value.PLANNED_RATE)) ? most : Double.NaN;
        near(all, "Little's law", Metric.LITTLE, evidence, polls(evidence) ? Double.NaN : users, MARGIN * users);
        near(all, "the plan", Metric.RATE, evidence, 0, RATE_MARGIN);
        String answered = polls(evidence) ? "L04, all are answered" : "the ceiling";
        near(all, answered, Metric.THROUGHPUT, evidence, ceiling, MARGIN * ceiling);
        BOUNDS.forEach(bound -> bound.addTo(all, evidence));
        new Bound(evidence.planned().scenario(), Metric.LAST_MAX, MOST_TO_LAST_SECONDS, Sense.AT_MOST)
                .addTo(all, evidence);
        return List.copyOf(all);
    }

    /** Whether requests wait for events. They do in scenario S2, unless the server only sleeps and has no events. */
    private static boolean polls(Evidence evidence) {
        return evidence.planned().scenario().equals("S2")
                && !evidence.planned().contender().startsWith("sleeping");
    }

    private static void near(
            List<Requirement> all, String rule, Metric metric, Evidence evidence, double target, double margin) {
        if (!Double.isNaN(target)) {
            metric.of(evidence).ifPresent(reached -> {
                boolean met = Math.abs(reached - target) <= margin;
                boolean fixed = met && metric == Metric.SERVICE_MEAN && polls(evidence);
                all.add(new Requirement(rule, metric, fixed ? Sense.FIXED : Sense.PREDICTED, reached, target, met));
            });
        }
    }

    public record Prediction(double responseSeconds, double waitSeconds, String basis) {
        private static final String UNLOADED = "as unloaded";

        static Optional<Prediction> of(Evidence evidence) {
            double users = evidence.value(Value.USERS);
            double threads = evidence.value(Value.THREADS);
            double download = evidence.value(Value.DOWNLOAD_SECONDS);
            if (Double.isNaN(users + download)) {
                return Optional.empty();
            }
            if (threads < users) {
                return Optional.of(threads(users, threads, download));
            }
            OptionalDouble response = Metric.UNLOADED_RESPONSE.of(evidence);
            OptionalDouble wait = Metric.UNLOADED_WAIT.of(evidence);
            return response.isPresent() && wait.isPresent()
                    ? Optional.of(new Prediction(response.getAsDouble(), wait.getAsDouble(), UNLOADED))
                    : Optional.empty();
        }

        /** Predicts response and wait time of N users who share T threads. A response takes N/T times one download. */
        static Prediction threads(double users, double threads, double downloadSeconds) {
            double response = users / threads * downloadSeconds;
            return new Prediction(
                    response,
                    response - downloadSeconds,
                    "N/T × D = %.0f/%.0f × %s s".formatted(users, threads, downloadSeconds));
        }

        boolean queues() {
            return !basis.equals(UNLOADED);
        }

        /** Returns a download rate's relative error: 0.01 if 1 % too high. Leaves out the wait for the first byte. */
        static double rateError(Evidence evidence) {
            double seconds = Metric.RESPONSE_MEAN.of(evidence).orElse(Double.NaN)
                    - Metric.WAIT_MEAN.of(evidence).orElse(Double.NaN);
            return evidence.value(Value.DOWNLOAD_SECONDS) / seconds - 1;
        }

        /**
         * Returns throughput times the mean time of a request. By Little's law, this is the number of users. NaN for an
         * open loop. Prefers the service time, because a poll's response time leaves out the wait for the event.
         */
        static double littlesUsers(Evidence evidence) {
            double users = Metric.THROUGHPUT.of(evidence).orElse(Double.NaN)
                    * Metric.SERVICE_MEAN
                            .of(evidence)
                            .orElse(Metric.RESPONSE_MEAN.of(evidence).orElse(Double.NaN));
            return Double.isNaN(evidence.value(Value.USERS)) ? Double.NaN : users;
        }
    }
}
