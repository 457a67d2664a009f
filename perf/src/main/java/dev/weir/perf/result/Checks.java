package dev.weir.perf.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.weir.perf.server.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Collects the measured values, targets and errors of one test on one server. Not thread-safe. */
public final class Checks {
    private final List<Check> checks = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, List<Number>> raw = new LinkedHashMap<>();
    private List<String> server = List.of();

    public void measured(String what, Number value, String unit) {
        checks.add(new Check(what, value.doubleValue(), unit, null, null, null));
    }

    public void atMost(String what, Number value, Number most, String unit) {
        checks.add(new Check(what, value.doubleValue(), unit, null, most.doubleValue(), null));
    }

    public void atLeast(String what, Number value, Number least, String unit) {
        checks.add(new Check(what, value.doubleValue(), unit, least.doubleValue(), null, null));
    }

    public void between(String what, Number value, Number least, Number most, String unit) {
        checks.add(new Check(what, value.doubleValue(), unit, least.doubleValue(), most.doubleValue(), null));
    }

    public void exactly(String what, Number value, Number target, String unit) {
        between(what, value, target, target, unit);
    }

    public void exactly(String what, Number value, Number target) {
        exactly(what, value, target, "");
    }

    public void holds(String what, boolean holds) {
        exactly(what, holds ? 1 : 0, 1);
    }

    public void percentile(String what, String series, double percent) {
        Check.SeriesPercentile from = new Check.SeriesPercentile(series, percent);
        checks.add(new Check(what, from.of(raw), "ms", null, null, from));
    }

    public void percentile(String what, String series, double percent, double mostMillis) {
        Check.SeriesPercentile from = new Check.SeriesPercentile(series, percent);
        checks.add(new Check(what, from.of(raw), "ms", null, mostMillis, from));
    }

    public void times(String what, String series, List<Long> micros, double mostP99Millis) {
        raw(series, micros);
        percentile("%s, p50 of %d".formatted(what, micros.size()), series, 50);
        percentile("p99", series, 99, mostP99Millis);
        percentile("maximum", series, 100);
    }

    public void core(Usage.Spent spent) {
        measured("CPU of the server's core", spent.cpuSeconds() / spent.seconds() * 100, "%");
    }

    public void millis(String what, Histogram micros, double percent) {
        measured(what, micros.getValueAtPercentile(percent) / 1e3, "ms");
    }

    /** Adds the scheduling lag of the load generator's event loop. Measured times may be too long by this lag. */
    public void lag(Histogram micros) {
        millis("generator's lag, p99", micros, 99);
        millis("generator's lag, maximum", micros, 100);
    }

    public void raw(String series, List<? extends Number> values) {
        raw.put(series, List.copyOf(values));
    }

    public long count(String series) {
        return new Check.SeriesPercentile(series, 100).values(raw).size();
    }

    public void error(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    public void errors(Map<String, Long> byReason) {
        errors(byReason, "");
    }

    public void errors(Checks other) {
        errors(other.errors);
    }

    public void errors(Map<String, Long> byReason, String when) {
        byReason.forEach((reason, count) -> errors.merge(reason + when, count, Long::sum));
    }

    public void server(List<String> command) {
        server = command;
    }

    public boolean hasServer() {
        return !server.isEmpty();
    }

    public Found of(String part, String title, String description, String contender) {
        return new Found(part, title, description, contender, server, List.copyOf(checks), errors, raw);
    }

    public record Found(
            String part,
            String title,
            String description,
            String contender,
            List<String> server,
            List<Check> checks,
            Map<String, Long> errors,
            Map<String, List<Number>> raw) {
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public boolean met() {
            return errors.isEmpty() && checks.stream().allMatch(Check::met);
        }

        public Found again() {
            List<Check> again = checks.stream().map(check -> check.again(raw)).toList();
            return new Found(part, title, description, contender, server, again, errors, raw);
        }
    }
}
