package dev.weir.perf.scenario;

import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A load and the server that it needs. One instance runs the trials of all contenders, one after the other. */
public interface Scenario {
    /**
     * A scenario's declaration.
     *
     * @param id the name in the list of scenarios, such as S1
     * @param setting a name that differs between scenarios with the same id; empty when there is only one
     * @param unit the unit of work that slices count
     * @param length an upper bound for a trial's duration, for the progress display
     */
    record Description(
            String id,
            String setting,
            String question,
            String unit,
            ServerPlan server,
            Duration length,
            List<String> choices) {}

    Description description();

    void run(TrialStage stage) throws IOException, InterruptedException;
}
