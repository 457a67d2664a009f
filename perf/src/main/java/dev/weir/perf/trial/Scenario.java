package dev.weir.perf.trial;

import java.io.IOException;
import java.util.List;

/** A load and the server that it needs. One instance runs the trials of all contenders, one after the other. */
public interface Scenario {
    /**
     * A scenario's declaration.
     *
     * @param id the name in the list of scenarios, such as S1
     * @param setting a name that differs between scenarios with the same id; empty when there is only one
     * @param unit the unit of work that slices count
     */
    record Description(
            String id, String setting, String question, String unit, ServerPlan server, List<String> choices) {}

    Description description();

    void run(TrialStage stage) throws IOException, InterruptedException;
}
