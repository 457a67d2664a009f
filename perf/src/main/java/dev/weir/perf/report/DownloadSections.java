package dev.weir.perf.report;

import dev.weir.perf.result.Latency;
import dev.weir.perf.result.Measured;
import dev.weir.perf.result.Prediction;
import dev.weir.perf.result.Trial;
import dev.weir.perf.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What the trials of a download scenario found: the answer first, then the times, the throughput and the cost. */
final class DownloadSections {
    private final List<DownloadRow> rows;
    private final DownloadCharts charts;

    private DownloadSections(List<DownloadRow> rows) {
        this.rows = rows;
        this.charts = new DownloadCharts(rows);
    }

    static List<Block> of(List<Trial> trials) {
        List<DownloadRow> rows = trials.stream()
                .sorted(Comparator.comparingInt((Trial trial) -> Palette.rank(trial.contender()))
                        .thenComparingInt(Trial::block))
                .flatMap(DownloadRow::of)
                .toList();
        return rows.isEmpty() ? List.of() : new DownloadSections(rows).all();
    }

    private List<Block> all() {
        return List.of(
                new Block.Heading("Prediction and measurement"),
                verdicts(),
                new Block.Figure(
                        "Mean response time; the pale part is the wait for the first byte, the line is the prediction.",
                        charts.responses()),
                new Block.Heading("Times"),
                times(),
                new Block.Figure(
                        "Response time by percentile. A percentile counts only with 100 samples beyond it: what"
                                + " lies further right is an indication.",
                        charts.percentiles()),
                new Block.Heading("Throughput"),
                throughput(),
                new Block.Heading("Cost"),
                cost(),
                new Block.Figure(
                        "CPU time of the server for one download. Who serves fewer downloads a second divides the standing"
                                + " work of a JVM among fewer.",
                        charts.cpu()));
    }

    private Block verdicts() {
        return table(
                List.of(
                        "contender",
                        "response predicted",
                        "measured",
                        "wait predicted",
                        "measured",
                        "response / unloaded",
                        "prediction from"),
                row -> {
                    Verdict response = Verdict.ofResponse(row.measured());
                    Verdict wait = Verdict.ofWait(row.measured());
                    double alone = row.measured().unloadedResponseTime().meanSeconds();
                    return List.of(
                            Cell.of(Figures.seconds(response.predictedSeconds())),
                            Cell.judged(Figures.seconds(response.measuredSeconds()), response.met()),
                            Cell.of(Figures.seconds(wait.predictedSeconds())),
                            Cell.judged(Figures.seconds(wait.measuredSeconds()), wait.met()),
                            Cell.of("%.2f".formatted(response.measuredSeconds() / alone)),
                            Cell.of(row.measured().prediction().basis()));
                });
    }

    private Block times() {
        List<String> columns = List.of(
                "contender",
                "downloads",
                "unloaded",
                "response mean",
                "p50",
                "p99",
                "max",
                "unloaded wait",
                "wait mean",
                "p50",
                "p99",
                "max");
        return table(columns, row -> {
            Measured measured = row.measured();
            List<Cell> cells = new ArrayList<>();
            cells.add(Cell.of(Long.toString(measured.responseTime().samples())));
            cells.add(Cell.of(Figures.seconds(measured.unloadedResponseTime().meanSeconds())));
            cells.addAll(latency(measured.responseTime()));
            cells.add(Cell.of(Figures.seconds(measured.unloadedWaitTime().meanSeconds())));
            cells.addAll(latency(measured.waitTime()));
            return cells;
        });
    }

    private static List<Cell> latency(Latency latency) {
        return Stream.of(latency.meanSeconds(), latency.p50Seconds(), latency.p99Seconds(), latency.maxSeconds())
                .map(seconds -> Cell.of(Figures.seconds(seconds)))
                .toList();
    }

    private Block throughput() {
        return table(
                List.of(
                        "contender",
                        "downloads/s",
                        "users by Little's law",
                        "rate error mean",
                        "worst",
                        "errors",
                        "bytes checked"),
                row -> {
                    Measured measured = row.measured();
                    double perSecond = measured.downloadsPerSecond();
                    double users = Prediction.usersByLittle(
                            perSecond, measured.responseTime().meanSeconds());
                    long errors = measured.errors().values().stream()
                            .mapToLong(Long::longValue)
                            .sum();
                    return List.of(
                            Cell.of("%.1f".formatted(perSecond)),
                            Cell.of("%.1f".formatted(users)),
                            Cell.of(Figures.signedPercent(measured.meanRateError())),
                            Cell.of(Figures.signedPercent(measured.worstRateError())),
                            Cell.judged(Long.toString(errors), errors == 0),
                            Cell.of(Figures.mebibytes(measured.bytesChecked())));
                });
    }

    private Block cost() {
        return table(
                List.of("contender", "CPU per download", "CPU per GiB", "threads", "RSS", "switches per download"),
                row -> {
                    Measured measured = row.measured();
                    long downloads = measured.downloads();
                    return List.of(
                            Cell.of(Figures.seconds(measured.server().cpuSecondsPer(downloads))),
                            Cell.of(Figures.seconds(measured.server().cpuSecondsPerGib(measured.bytesInWindow()))),
                            Cell.of(Integer.toString(measured.server().threads())),
                            Cell.of(Figures.mebibytes(measured.server().rssBytes())),
                            Cell.of(Figures.digits((double) measured.server().contextSwitches() / downloads)));
                });
    }

    private interface Cells {
        List<Cell> of(DownloadRow row);
    }

    private Block table(List<String> columns, Cells cells) {
        return new Block.Table(
                columns,
                rows.stream()
                        .map(row -> Stream.concat(Stream.of(Cell.of(row.label())), cells.of(row).stream())
                                .toList())
                        .toList());
    }
}
