package dev.weir.perf.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The content of {@code results.json}, computed from the plan, the environment and the measured data of all trials. */
public record Results(
        int schema,
        RunPlan plan,
        Environment environment,
        List<Trial> trials,
        List<Comparison> comparisons,
        List<Curve> curves,
        List<Controls.Control> controls) {
    public static final int SCHEMA = 8;

    static Results of(RunPlan plan, Environment environment, List<Evidence> evidence, Attempts attempts) {
        Map<Integer, List<Raw.Fitness>> byBlock = evidence.stream()
                .filter(trial -> trial.raw().failure() == null)
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().block(),
                        Collectors.mapping(trial -> trial.raw().fitness(), Collectors.toList())));
        List<Trial> trials = evidence.stream()
                .map(trial -> Trial.of(
                        trial, byBlock.getOrDefault(trial.planned().block(), List.of()), attempts.of(trial.planned())))
                .toList();
        List<Trial> valid = trials.stream().filter(Trial::counts).toList();
        List<Comparison> comparisons = Comparison.all(plan, valid);
        List<Controls.Control> controls = Controls.of(plan, trials, valid, comparisons);
        List<Curve> curves = Curve.all(IntStream.range(0, trials.size())
                .filter(i -> trials.get(i).counts())
                .mapToObj(evidence::get)
                .toList());
        return new Results(SCHEMA, plan, environment, trials, comparisons, curves, controls);
    }

    public static Results read(Path file) throws IOException {
        Results results = Archive.read(file, Results.class);
        if (results.schema != SCHEMA) {
            throw new IOException(
                    "%s has schema %d, but this version reads %d".formatted(file, results.schema, SCHEMA));
        }
        return results;
    }

    public void write(Path file) {
        Archive.MAPPER.writeValue(file, this);
    }

    /** Returns all trials except those of a server with a planted fault. */
    public Stream<Trial> unspoilt() {
        return trials.stream().filter(trial -> !trial.planned().hasFault());
    }

    public boolean allValid() {
        return unspoilt().allMatch(Trial::valid);
    }

    public List<String> loads() {
        return plan.loads().toList();
    }

    Stream<Trial> of(RunPlan.Case subject) {
        return trials.stream()
                .filter(trial -> trial.counts() && trial.planned().isOf(subject.load(), subject.contender()));
    }

    List<Double> figures(RunPlan.Case subject, Metric metric) {
        return of(subject).flatMap(trial -> trial.figure(metric)).toList();
    }

    /** One server's times by percentile, over all valid trials with one load. Used only for charts. */
    public record Curve(String load, String contender, Evidence.Tag tag, List<Quantile> points) {
        private static final List<Evidence.Tag> DRAWN = List.of(Evidence.Tag.RESPONSE, Evidence.Tag.SERVICE);
        private static final double[] QUANTILES = {
            0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995, 0.9999
        };

        public record Quantile(double quantile, double seconds) {}

        static List<Curve> all(List<Evidence> valid) {
            Map<Curve, Histogram> merged = new LinkedHashMap<>();
            for (Evidence trial : valid) {
                for (Evidence.Tag tag : DRAWN) {
                    Histogram micros = trial.micros().get(tag);
                    if (micros != null && micros.getTotalCount() > 0) {
                        RunPlan.Case planned = trial.planned();
                        Curve empty = new Curve(planned.load(), planned.contender(), tag, List.of());
                        merged.computeIfAbsent(empty, _ -> new Histogram(3)).add(micros);
                    }
                }
            }
            return merged.entrySet().stream()
                    .map(curve -> curve.getKey().of(curve.getValue()))
                    .toList();
        }

        Curve of(Histogram micros) {
            List<Quantile> points = DoubleStream.of(QUANTILES)
                    .mapToObj(part -> new Quantile(part, Evidence.percentile(micros, part * 100) / 1e6))
                    .filter(point -> !Double.isNaN(point.seconds))
                    .toList();
            return new Curve(load, contender, tag, points);
        }
    }
}
