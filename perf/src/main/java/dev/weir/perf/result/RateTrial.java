package dev.weir.perf.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One contender with a number of downloads at once, in one fresh server process.
 *
 * @param measured null when there was nothing to measure; then the faults say why
 * @param faults why the trial does not count; a missed target is no fault
 */
public record RateTrial(
        String contender,
        int downloads,
        int position,
        List<String> command,
        List<String> serverLines,
        @Nullable RateMeasured measured,
        List<String> faults) {

    public static RateTrial planned(String contender, int downloads, int position) {
        return new RateTrial(contender, downloads, position, List.of(), List.of(), null, List.of("not run"));
    }

    public RateTrial measured(
            List<String> ranAs, List<String> selfDescription, RateMeasured found, List<String> faultsFound) {
        return new RateTrial(contender, downloads, position, ranAs, selfDescription, found, faultsFound);
    }

    public RateTrial failed(Exception cause) {
        String fault = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new RateTrial(contender, downloads, position, command, serverLines, null, List.of(fault));
    }

    public boolean valid() {
        return faults.isEmpty();
    }

    public String name() {
        return "%02d-rate-%d-%s".formatted(position, downloads, contender);
    }
}
