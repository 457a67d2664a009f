package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a run says of faults whose size is known, and of contenders that are the same. */
public final class Controls {
    private static final Pattern PLANTED = Pattern.compile(".*\\+(\\d+)(%cpu|%alloc|ms)");
    private static final double MOST_CPU = 0.05;
    private static final double MOST_ALLOCATED = 0.025;
    private static final double DELAY_MARGIN = 0.05;

    private static final String TOO_FEW = "too few blocks";

    private Controls() {}

    /** One question with a known answer. */
    public record Control(String what, String found, boolean met) {
        public String text() {
            return (met ? "ok      " : "MISSED  ") + what + ": " + found;
        }
    }

    /** All that the run can answer; empty when it has no control. */
    static List<Control> of(Plan plan, List<Trial> valid, List<Comparison> comparisons) {
        List<Control> controls = new ArrayList<>();
        List<Comparison> same = comparisons.stream()
                .filter(comparison -> comparison.contender().contains("#"))
                .toList();
        if (!same.isEmpty()) {
            controls.add(holding(same));
            controls.add(decided(same));
            controls.addAll(widths(same));
        }
        comparisons.stream().flatMap(Controls::planted).forEach(controls::add);
        plan.baselines().forEach((contender, baseline) -> {
            Matcher matcher = PLANTED.matcher(contender);
            if (matcher.matches() && matcher.group(2).equals("ms")) {
                controls.add(delay(plan, valid, contender, baseline, Integer.parseInt(matcher.group(1)) / 1e3));
            }
        });
        return List.copyOf(controls);
    }

    /** As if all intervals were independent, which those of one pair are not quite. */
    private static Control holding(List<Comparison> same) {
        List<Ratio.Interval> intervals = same.stream()
                .flatMap(comparison -> Optional.ofNullable(comparison.ratio()).stream())
                .map(Ratio::interval)
                .toList();
        int holding = (int)
                intervals.stream().filter(interval -> interval.contains(1)).count();
        return new Control(
                "A/A intervals that hold 1",
                holding + " of " + intervals.size(),
                !intervals.isEmpty() && Ratio.Interval.consistent(holding, intervals.size()));
    }

    private static Control decided(List<Comparison> same) {
        long decided = same.stream()
                .filter(comparison -> comparison.finding() == Finding.CHEAPER || comparison.finding() == Finding.DEARER)
                .count();
        return new Control("A/A pairs called different", Long.toString(decided), decided == 0);
    }

    private static List<Control> widths(List<Comparison> same) {
        return Stream.of(Metric.CPU, Metric.ALLOCATED)
                .map(metric -> {
                    double most = metric == Metric.CPU ? MOST_CPU : MOST_ALLOCATED;
                    double widest = same.stream()
                            .filter(comparison -> comparison.metric() == metric)
                            .flatMap(comparison -> Optional.ofNullable(comparison.ratio()).stream())
                            .mapToDouble(ratio -> (ratio.high() - ratio.low()) / 2)
                            .max()
                            .orElse(Double.POSITIVE_INFINITY);
                    return new Control(
                            "widest A/A half-width, " + metric.title() + ", at most %.1f %%".formatted(most * 100),
                            Double.isInfinite(widest) ? TOO_FEW : "%.2f %%".formatted(widest * 100),
                            widest <= most);
                })
                .toList();
    }

    /** The interval must hold the planted ratio, and not 1. */
    private static Stream<Control> planted(Comparison comparison) {
        Matcher matcher = PLANTED.matcher(comparison.contender());
        if (!matcher.matches()) {
            return Stream.empty();
        }
        boolean cpu = matcher.group(2).equals("%cpu") && comparison.metric() == Metric.CPU;
        boolean allocated = matcher.group(2).equals("%alloc") && comparison.metric() == Metric.ALLOCATED;
        Ratio ratio = comparison.ratio();
        if (!cpu && !allocated) {
            return Stream.empty();
        }
        double truth = 1 + Integer.parseInt(matcher.group(1)) / 100.0;
        return Stream.of(new Control(
                comparison.contender() + ", " + comparison.metric().title() + ", planted %.2f".formatted(truth),
                ratio == null ? TOO_FEW : "%.3f (%.3f to %.3f)".formatted(ratio.value(), ratio.low(), ratio.high()),
                ratio != null
                        && ratio.interval().contains(truth)
                        && !ratio.interval().contains(1)));
    }

    /** A delay adds to a time: the mean over the blocks of the differences of the medians. */
    private static Control delay(Plan plan, List<Trial> valid, String contender, String baseline, double seconds) {
        double mean = plan.cases().stream()
                .map(Plan.Case::load)
                .distinct()
                .flatMap(load -> Comparison.blocks(valid, load, contender, baseline, Metric.RESPONSE_P50).stream())
                .mapToDouble(block -> block.other() - block.baseline())
                .average()
                .orElse(Double.NaN);
        return new Control(
                contender + ", response p50, planted %.1f ms".formatted(seconds * 1e3),
                Double.isNaN(mean) ? TOO_FEW : "%.3f ms more".formatted(mean * 1e3),
                Math.abs(mean / seconds - 1) <= DELAY_MARGIN);
    }
}
