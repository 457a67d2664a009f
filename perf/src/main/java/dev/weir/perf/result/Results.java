package dev.weir.perf.result;

import dev.weir.perf.server.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * Everything a run found, as it stands in {@code results.json}: a pure function of the plan and of what the trials
 * left, and the report is made of this and of nothing else.
 *
 * @param schema grows when a field changes its meaning or goes
 */
public record Results(
        int schema,
        Plan plan,
        Environment environment,
        List<Trial> trials,
        List<Comparison> comparisons,
        List<Curve> curves,
        List<Controls.Control> controls) {
    public static final int SCHEMA = 5;

    private static final List<Evidence.Tag> DRAWN = List.of(Evidence.Tag.RESPONSE, Evidence.Tag.SERVICE);

    public static Results of(Plan plan, Environment environment, List<Evidence> evidence) {
        Map<Integer, Double> usual = usualCalibration(evidence);
        List<Trial> trials = evidence.stream()
                .map(trial -> Trial.of(trial, usual.getOrDefault(trial.planned().block(), 1.0)))
                .toList();
        List<Trial> valid = trials.stream().filter(Trial::valid).toList();
        List<Comparison> comparisons = Comparison.all(plan, valid);
        List<Controls.Control> controls = Controls.of(plan, valid, comparisons);
        Set<Plan.Case> counting = valid.stream().map(Trial::planned).collect(Collectors.toSet());
        List<Curve> curves = curves(evidence.stream()
                .filter(left -> counting.contains(left.planned()))
                .toList());
        return new Results(SCHEMA, plan, environment, trials, comparisons, curves, controls);
    }

    /**
     * Reads what was written.
     *
     * @throws IOException also when it was measured in another way, and is not to be compared with what is now
     */
    public static Results read(Path file) throws IOException {
        Results results = Archive.read(file, Results.class);
        if (results.schema != SCHEMA) {
            throw new IOException(file + " is of schema " + results.schema + ", not " + SCHEMA);
        }
        return results;
    }

    public void write(Path file) {
        Archive.MAPPER.writeValue(file, this);
    }

    public boolean allValid() {
        return trials.stream().allMatch(Trial::valid);
    }

    /** The loads of the run, in the order of the plan's first block. */
    public List<String> loads() {
        return plan.cases().stream().map(Plan.Case::load).distinct().toList();
    }

    private static Map<Integer, Double> usualCalibration(List<Evidence> evidence) {
        return evidence.stream()
                .filter(trial -> trial.raw().failure() == null)
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().block(),
                        Collectors.collectingAndThen(
                                Collectors.mapping(
                                        trial -> trial.raw().fitness().calibrationSeconds(), Collectors.toList()),
                                Calibration::median)));
    }

    private record Line(String load, String contender, Evidence.Tag tag) {}

    private static List<Curve> curves(List<Evidence> valid) {
        Map<Line, Histogram> merged = new LinkedHashMap<>();
        for (Evidence trial : valid) {
            for (Evidence.Tag tag : DRAWN) {
                Histogram micros = trial.micros().get(tag);
                if (micros != null && micros.getTotalCount() > 0) {
                    Line line = new Line(trial.planned().load(), trial.planned().contender(), tag);
                    merged.computeIfAbsent(line, _ -> new Histogram(3)).add(micros);
                }
            }
        }
        return merged.entrySet().stream()
                .map(entry -> Curve.of(
                        entry.getKey().load(),
                        entry.getKey().contender(),
                        entry.getKey().tag(),
                        entry.getValue()))
                .toList();
    }

    /**
     * Response times by percentile of one contender under one load, of all its valid trials together: for the eye, since
     * percentiles of merged trials have no interval.
     */
    public record Curve(String load, String contender, Evidence.Tag tag, List<Point> points) {
        private static final double MICROS = 1e6;
        private static final double MEDIAN = 0.5;
        /** Less a little, since 1 - 0.9 is less than 0.1. */
        private static final double FEWEST_BEYOND = 100 - 1e-6;

        private static final List<Double> QUANTILES = DoubleStream.of(
                        0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995, 0.9999)
                .boxed()
                .toList();

        /** A share of the samples, and the time that this share does not exceed. */
        public record Point(double quantile, double seconds) {}

        /** Leaves out percentiles above the median with fewer than a hundred samples beyond them. */
        static Curve of(String load, String contender, Evidence.Tag tag, Histogram micros) {
            long samples = micros.getTotalCount();
            List<Point> points = QUANTILES.stream()
                    .filter(quantile -> quantile <= MEDIAN || samples * (1 - quantile) >= FEWEST_BEYOND)
                    .map(quantile -> new Point(quantile, micros.getValueAtPercentile(quantile * 100) / MICROS))
                    .toList();
            return new Curve(load, contender, tag, points);
        }
    }
}
