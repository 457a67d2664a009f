package dev.weir.perf.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One contender in one fresh server process; its histograms and the server's log are files of the same {@link #name}.
 *
 * @param position in the order in which the trials ran, from 1
 * @param measured null when there was nothing to measure; then the faults say why
 * @param faults why the trial does not count; an invalid trial is listed all the same
 */
public record Trial(
        String scenario,
        String contender,
        int block,
        int position,
        List<String> command,
        List<String> serverLines,
        @Nullable Measured measured,
        List<String> faults) {

    public static Trial planned(String scenario, String contender, int block, int position) {
        return new Trial(scenario, contender, block, position, List.of(), List.of(), null, List.of("not run"));
    }

    public Trial measured(List<String> ranAs, List<String> selfDescription, Measured found, List<String> faultsFound) {
        return new Trial(scenario, contender, block, position, ranAs, selfDescription, found, faultsFound);
    }

    public Trial failed(Exception cause) {
        String fault = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new Trial(scenario, contender, block, position, command, serverLines, null, List.of(fault));
    }

    public boolean valid() {
        return faults.isEmpty();
    }

    public String name() {
        return "%02d-%s-%s".formatted(position, scenario, contender);
    }
}
