package dev.weir.perf.report;

import dev.weir.perf.result.Measured;
import dev.weir.perf.result.Trial;
import java.util.stream.Stream;

/** A trial of a download scenario that has figures; one without stands in the validity table only. */
record DownloadRow(Trial trial, Measured measured) {
    static Stream<DownloadRow> of(Trial trial) {
        Measured measured = trial.measured();
        return measured == null ? Stream.empty() : Stream.of(new DownloadRow(trial, measured));
    }

    String label() {
        String numbered = trial.block() == 1 ? trial.contender() : trial.contender() + " #" + trial.block();
        return trial.valid() ? numbered : numbered + " (invalid)";
    }

    String colour() {
        return Palette.of(trial.contender());
    }
}
