package dev.weir.perf.report;

import dev.weir.perf.result.Fairness;
import dev.weir.perf.result.RateMeasured;
import dev.weir.perf.result.RateTrial;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What the trials of rates at the wire found, beside the contract's targets. */
final class RateSections {
    private RateSections() {}

    static List<Block> of(List<RateTrial> trials) {
        List<RateTrial> sorted = trials.stream()
                .filter(trial -> trial.measured() != null)
                .sorted(Comparator.comparingInt(RateTrial::downloads)
                        .thenComparingInt(trial -> Palette.rank(trial.contender())))
                .toList();
        if (sorted.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading("Rates (T02, T03, T04)"),
                table(
                        sorted,
                        List.of("within T02", "worst client", "mean error", "Jain's index", "16 connections / 1"),
                        RateSections::rates),
                new Block.Heading("Wake-ups (T07) and cost"),
                table(
                        sorted,
                        List.of(
                                "wake-ups per grant",
                                "empty polls",
                                "grants",
                                "received",
                                "CPU",
                                "CPU per GiB",
                                "threads",
                                "RSS",
                                "switches/s"),
                        RateSections::cost));
    }

    private static List<Cell> rates(RateMeasured measured) {
        return List.of(
                Cell.judged(
                        measured.clientsWithinTolerance() + " of "
                                + measured.clientBytes().size(),
                        measured.rateKept()),
                Cell.of(Figures.signedPercent(measured.worstError())),
                Cell.of("%+.3f %%".formatted(measured.meanError() * 100)),
                Cell.of("%.6f".formatted(Fairness.jain(measured.clientBytes()))),
                Cell.judged("%.3f".formatted(measured.sharedRateRatio()), measured.rateShared()));
    }

    private static List<Cell> cost(RateMeasured measured) {
        return List.of(
                Cell.judged(Figures.published("%.3f", measured.wakeupsPerGrant()), measured.wokenOnce()),
                Cell.judged(Figures.published("%.0f", measured.emptyPolls()), measured.neverPolled()),
                Cell.of(Figures.published("%.0f", measured.grants())),
                Cell.of(Figures.mebibytes(measured.bytesInWindow())),
                Cell.of(Figures.seconds(measured.server().cpuSeconds())),
                Cell.of(Figures.seconds(measured.server().cpuSecondsPerGib(measured.bytesInWindow()))),
                Cell.of(Integer.toString(measured.server().threads())),
                Cell.of(Figures.mebibytes(measured.server().rssBytes())),
                Cell.of("%.0f".formatted(measured.server().contextSwitches() / measured.windowSeconds())));
    }

    private interface Cells {
        List<Cell> of(RateMeasured measured);
    }

    private static Block table(List<RateTrial> trials, List<String> columns, Cells cells) {
        return new Block.Table(
                Stream.concat(Stream.of("contender", "downloads"), columns.stream())
                        .toList(),
                trials.stream().map(trial -> row(trial, cells)).toList());
    }

    private static List<Cell> row(RateTrial trial, Cells cells) {
        RateMeasured measured = trial.measured();
        String label = trial.valid() ? trial.contender() : trial.contender() + " (invalid)";
        Stream<Cell> name = Stream.of(Cell.of(label), Cell.of(Integer.toString(trial.downloads())));
        return Stream.concat(name, measured == null ? Stream.empty() : cells.of(measured).stream())
                .toList();
    }
}
