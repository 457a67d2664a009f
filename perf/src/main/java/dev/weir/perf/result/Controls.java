package dev.weir.perf.result;

import com.google.common.collect.Iterables;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tests the measurement with servers whose results are known: pairs of equal servers, and servers with faults. */
public final class Controls {
    private static final Pattern PLANTED = Pattern.compile(".*\\+(\\d+)(%cpu|%alloc|ms)");
    private static final Map<String, Metric> CHANGED =
            Map.of("%cpu", Metric.CPU, "%alloc", Metric.ALLOCATED, "ms", Metric.RESPONSE_P50);

    /** For each deliberate fault, a text. The fault counts as found if a message of the trial contains this text. */
    private static final Map<String, String> SIGNS = Map.of(
            "byte", "wrong byte in the body",
            "event", "an event",
            "rate", Metric.RATE.title(),
            "burner", "other processes used");

    /** The relative rate errors that reveal a server which sends at 1.25 times the planned rate: 20 to 30 %. */
    private static final Ratio.Interval FASTER = new Ratio.Interval(0.2, 0.3);

    private static final double MOST_CPU = 0.05;
    private static final double MOST_ALLOCATED = 0.025;
    private static final double DELAY_MARGIN = 0.05;
    private static final String TOO_FEW = "too few blocks";

    public record Control(String what, String found, boolean met) {
        public String text() {
            return (met ? "ok      " : "MISSED  ") + what + ": " + found;
        }
    }

    static List<Control> of(RunPlan plan, List<Trial> trials, List<Trial> valid, List<Comparison> comparisons) {
        List<Control> controls = new ArrayList<>();
        trials.stream().filter(trial -> trial.planned().hasFault()).forEach(trial -> controls.add(fault(trial)));
        List<Comparison> same =
                comparisons.stream().filter(Comparison::isOfTwins).toList();
        if (!same.isEmpty()) {
            controls.add(containOne(ratios(same.stream()).map(Ratio::interval).toList()));
            long different = same.stream()
                    .filter(one -> one.finding() == Finding.CHEAPER || one.finding() == Finding.DEARER)
                    .count();
            controls.add(new Control("A/A pairs called different", Long.toString(different), different == 0));
            width(same, Metric.CPU, MOST_CPU).ifPresent(controls::add);
            width(same, Metric.ALLOCATED, MOST_ALLOCATED).ifPresent(controls::add);
        }
        for (Comparison comparison : comparisons) {
            Planted.in(comparison.contender())
                    .filter(fault -> fault.metric == comparison.metric() && fault.metric != Metric.RESPONSE_P50)
                    .ifPresent(fault -> controls.add(ratio(comparison, 1 + fault.amount / 100.0)));
        }
        for (String contender : plan.baselines().keySet()) {
            Planted.in(contender)
                    .filter(fault -> fault.metric != Metric.RESPONSE_P50)
                    .filter(fault -> comparisons.stream()
                            .noneMatch(one -> one.contender().equals(contender) && one.metric() == fault.metric))
                    .ifPresent(fault -> controls.add(new Control(
                            contender + ", " + fault.metric.title(),
                            "no valid pair of trials has this figure",
                            false)));
        }
        plan.baselines()
                .forEach((contender, baseline) -> Planted.in(contender)
                        .filter(fault -> fault.metric == Metric.RESPONSE_P50)
                        .ifPresent(fault -> controls.add(delay(plan, valid, contender, baseline, fault.amount / 1e3))));
        return List.copyOf(controls);
    }

    private static Stream<Ratio> ratios(Stream<Comparison> comparisons) {
        return comparisons.flatMap(comparison -> Stream.ofNullable(comparison.ratio()));
    }

    /** Checks that about 95 % of the confidence intervals contain 1, the true ratio. The intervals are independent. */
    private static Control containOne(List<Ratio.Interval> intervals) {
        int holding = Iterables.size(Iterables.filter(intervals, interval -> interval.contains(1)));
        return new Control(
                "A/A intervals that contain 1",
                holding + " of " + intervals.size(),
                !intervals.isEmpty() && Ratio.Interval.consistent(holding, intervals.size()));
    }

    /** Checks that a trial with a deliberate fault reveals it, by an error message or by the rate of a download. */
    private static Control fault(Trial trial) {
        String fault = trial.planned().contender().replaceFirst(".*!", "");
        Stream<String> faster = trial.figure(Metric.RATE)
                .filter(FASTER::contains)
                .map(rate -> "%s is %+.1f %% off".formatted(Metric.RATE.title(), rate * 100));
        List<String> found = Stream.concat(trial.faults().stream(), faster)
                .filter(text -> text.contains(SIGNS.getOrDefault(fault, fault)))
                .toList();
        return new Control(
                trial.planned().contender() + ", " + trial.planned().load(),
                found.isEmpty() ? "nothing; " + String.join("; ", trial.faults()) : String.join("; ", found),
                !found.isEmpty());
    }

    private static Optional<Control> width(List<Comparison> all, Metric metric, double most) {
        List<Comparison> same =
                all.stream().filter(comparison -> comparison.metric() == metric).toList();
        if (same.isEmpty()) {
            return Optional.empty();
        }
        double widest = ratios(same.stream())
                .mapToDouble(ratio -> (ratio.high() - ratio.low()) / 2)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        return Optional.of(new Control(
                "widest A/A half-width, " + metric.title() + ", at most %.1f %%".formatted(most * 100),
                Double.isInfinite(widest) ? TOO_FEW : "%.2f %%".formatted(widest * 100),
                widest <= most));
    }

    private record Planted(Metric metric, int amount) {
        static Optional<Planted> in(String contender) {
            Matcher matcher = PLANTED.matcher(contender);
            return Optional.ofNullable(matcher.matches() ? CHANGED.get(matcher.group(2)) : null)
                    .map(metric -> new Planted(metric, Integer.parseInt(matcher.group(1))));
        }
    }

    private static Control ratio(Comparison comparison, double truth) {
        Ratio ratio = comparison.ratio();
        return new Control(
                comparison.contender() + ", " + comparison.metric().title() + ", planted %.2f".formatted(truth),
                ratio == null ? TOO_FEW : "%.3f (%.3f to %.3f)".formatted(ratio.value(), ratio.low(), ratio.high()),
                ratio != null
                        && ratio.interval().contains(truth)
                        && !ratio.interval().contains(1));
    }

    /** Checks that a deliberate delay of {@code seconds} raises the median response time by as much, within 5 %. */
    private static Control delay(RunPlan plan, List<Trial> valid, String contender, String baseline, double seconds) {
        double mean = plan.loads()
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
