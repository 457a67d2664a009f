package dev.weir.perf.report;

import dev.weir.perf.result.Measured;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The drawings of a download scenario; each shows what a table beside it says in figures. */
record DownloadCharts(List<DownloadRow> rows) {
    String responses() {
        return bars("Mean response time", row -> {
            Measured measured = row.measured();
            return new BarChart.Bar(
                    row.label(),
                    row.colour(),
                    measured.responseTime().meanSeconds(),
                    measured.waitTime().meanSeconds(),
                    OptionalDouble.of(measured.prediction().responseSeconds()));
        });
    }

    String cpu() {
        return bars("CPU per download", row -> {
            double seconds =
                    row.measured().server().cpuSecondsPer(row.measured().downloads());
            return new BarChart.Bar(row.label(), row.colour(), seconds, 0, OptionalDouble.empty());
        });
    }

    String percentiles() {
        List<PercentileChart.Curve> curves = rows.stream()
                .map(row -> new PercentileChart.Curve(
                        row.label(), row.colour(), row.measured().responseTime().curve()))
                .toList();
        return new PercentileChart("Response time by percentile", curves).svg();
    }

    private String bars(String title, Function<DownloadRow, BarChart.Bar> bar) {
        return new BarChart(title, rows.stream().map(bar).toList(), Figures::seconds).svg();
    }
}
