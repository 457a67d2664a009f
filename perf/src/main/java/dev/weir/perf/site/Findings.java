package dev.weir.perf.site;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.weir.perf.server.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Collects what a storm finds: figures beside their bounds, errors, and the values behind them. Not thread-safe. */
public final class Findings {
    private final List<Figure> figures = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, List<Number>> raw = new TreeMap<>();
    private List<String> server = List.of();

    /** A figure without a bound. */
    public void measured(String what, Number value, String unit) {
        figures.add(Figure.of(what, value, unit, null, null));
    }

    public void atMost(String what, Number value, Number most, String unit) {
        figures.add(Figure.of(what, value, unit, null, most));
    }

    public void atLeast(String what, Number value, Number least, String unit) {
        figures.add(Figure.of(what, value, unit, least, null));
    }

    public void between(String what, Number value, Number least, Number most, String unit) {
        figures.add(Figure.of(what, value, unit, least, most));
    }

    public void exactly(String what, Number value, Number target, String unit) {
        between(what, value, target, target, unit);
    }

    /** A count of what has no name of its own. */
    public void exactly(String what, Number value, Number target) {
        exactly(what, value, target, "");
    }

    /** Something that must be so. */
    public void holds(String what, boolean holds) {
        exactly(what, holds ? 1 : 0, 1);
    }

    /** A percentile without a bound, of the series whose names begin so. */
    public void percentile(String what, String series, double percent) {
        figures.add(Figure.percentile(what, new Figure.Percentile(series, percent), null, raw));
    }

    /** The same with a bound. */
    public void percentile(String what, String series, double percent, double mostMillis) {
        figures.add(Figure.percentile(what, new Figure.Percentile(series, percent), mostMillis, raw));
    }

    /** The median of times, their p99, which is checked, and the longest. */
    public void times(String what, String series, List<Long> micros, double mostP99Millis) {
        raw(series, micros);
        percentile("%s, p50, of %d".formatted(what, micros.size()), series, 50);
        percentile("p99", series, 99, mostP99Millis);
        percentile("the longest", series, 100);
    }

    /** What the server used of its core. */
    public void core(Usage.Spent spent) {
        measured("the server's core is used", spent.cpuSeconds() / spent.seconds() * 100, "%");
    }

    /** A percentile of a histogram of microseconds, in milliseconds. */
    public void millis(String what, Histogram micros, double percent) {
        measured(what, micros.getValueAtPercentile(percent) / 1e3, "ms");
    }

    /** How late the generator was in its windows. Every time that it tells may be late by as much. */
    public void lag(Histogram micros) {
        millis("generator's lag p99", micros, 99);
        millis("generator's lag, longest", micros, 100);
    }

    /** Every single value behind a figure. */
    public void raw(String series, List<? extends Number> values) {
        raw.put(series, List.copyOf(values));
    }

    /** How many values the series have whose names begin so. */
    public long count(String series) {
        return new Figure.Percentile(series, 100).values(raw).size();
    }

    /** Something that a client met and was not to meet. */
    public void error(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    public void errors(Map<String, Long> byReason) {
        errors(byReason, "");
    }

    /** Those of other findings, of which nothing else counts. */
    public void errors(Findings other) {
        errors(other.errors);
    }

    /** The same; each reason gets this ending. */
    public void errors(Map<String, Long> byReason, String when) {
        byReason.forEach((reason, count) -> errors.merge(reason + when, count, Long::sum));
    }

    public void server(List<String> command) {
        server = command;
    }

    boolean hasServer() {
        return !server.isEmpty();
    }

    /**
     * All of it.
     *
     * @param part by which the findings of several contenders belong together
     * @param description what was done, for the reader
     */
    public Found of(String part, String title, String description, String contender) {
        return new Found(part, title, description, contender, server, List.copyOf(figures), errors, raw);
    }

    /**
     * What was found of one contender.
     *
     * @param server the command that started it
     * @param errors that a client met and was not to meet, by reason
     * @param raw every single value behind the figures, by name
     */
    public record Found(
            String part,
            String title,
            String description,
            String contender,
            List<String> server,
            List<Figure> figures,
            Map<String, Long> errors,
            Map<String, List<Number>> raw) {
        /** Of a series that a reader is shown. */
        private static final int MOST_SHOWN = 10;

        /** Whether every figure keeps its bounds and nobody met an error. */
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public boolean met() {
            return errors.isEmpty() && figures.stream().allMatch(Figure::met);
        }

        /** The same, with every percentile computed again. */
        Found again() {
            List<Figure> again =
                    figures.stream().map(figure -> figure.again(raw)).toList();
            return new Found(part, title, description, contender, server, again, errors, raw);
        }

        String markdown() {
            String shown = raw.entrySet().stream()
                    .filter(series -> series.getValue().size() <= MOST_SHOWN)
                    .map(series -> "%n%n%s: %s.".formatted(series.getKey(), series.getValue()))
                    .collect(Collectors.joining());
            return "### `%s`%n%n| | found | target | |%n|---|---|---|---|%n%s%n%nErrors: %s.%s%n"
                    .formatted(
                            contender,
                            figures.stream().map(Figure::markdown).collect(Collectors.joining("\n")),
                            errors.isEmpty() ? "none" : "**" + errors + "**",
                            shown);
        }
    }
}
