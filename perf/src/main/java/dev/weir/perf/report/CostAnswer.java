package dev.weir.perf.report;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a unit of work costs each server, and which servers differ. {@code verb} is "use" or "take". */
record CostAnswer(Results results, LoadFigures figures, Metric metric, String verb, String what) {

    String text() {
        Map<String, Double> medians = figures.medians(metric);
        String unit = figures.unit();
        return medians.isEmpty()
                ? "There is no figure for %s per %s.".formatted(what, unit)
                : "Per %s, %s of %s. %s"
                        .formatted(unit, Words.each(medians, verb, Numbers.in(metric)), what, compared())
                        .strip();
    }

    /** Returns the comparisons of a load in one metric, without copies of servers and planted differences. */
    static List<Comparison> comparisons(Results results, String load, Metric metric) {
        return results.comparisons().stream()
                .filter(one -> one.load().equals(load) && one.metric() == metric)
                .filter(one -> LoadFigures.isPlain(one.contender()) && LoadFigures.isPlain(one.baseline()))
                .toList();
    }

    private String compared() {
        List<Comparison> all = comparisons(results, figures.load(), metric);
        if (!all.isEmpty() && all.stream().allMatch(one -> one.ratio() == null && one.value() != null)) {
            int blocks = all.stream().mapToInt(Comparison::blocks).max().orElse(0);
            return blocks == 1
                    ? "One block is too few to tell which is cheaper."
                    : blocks + " blocks are too few to tell which is cheaper.";
        }
        return all.stream()
                .map(Comparison::baseline)
                .distinct()
                .flatMap(baseline -> Stream.of(Finding.values())
                        .map(finding -> said(
                                finding,
                                baseline,
                                all.stream()
                                        .filter(one -> one.baseline().equals(baseline) && one.finding() == finding)
                                        .toList())))
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private String said(Finding finding, String baseline, List<Comparison> such) {
        List<String> contenders = such.stream().map(Comparison::contender).toList();
        if (contenders.isEmpty()) {
            return "";
        }
        return switch (finding) {
            case EQUAL -> "Equal to `%s` within 5 %%: %s.".formatted(baseline, Words.names(contenders));
            case NOT_DECIDED -> "Not decided against `%s`: %s.".formatted(baseline, Words.names(contenders));
            case CHEAPER, DEARER ->
                "%s times as much as `%s`.".formatted(Words.each(ratios(such), verb, "%.2f"::formatted), baseline);
        };
    }

    private static Map<String, Double> ratios(List<Comparison> all) {
        Map<String, Double> ratios = new LinkedHashMap<>();
        for (Comparison one : all) {
            Ratio ratio = one.ratio();
            if (ratio != null) {
                ratios.put(one.contender(), ratio.value());
            }
        }
        return LoadFigures.sorted(ratios, Comparator.naturalOrder());
    }
}
